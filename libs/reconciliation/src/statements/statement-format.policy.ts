import { type Currency, isCurrency, MAX_AMOUNT_MINOR } from '@app/kernel';
import type { LineKind, LineStatus, StatementLine } from './statement-line.policy';

export type Column =
  'providerId' | 'reference' | 'orderRef' | 'amount' | 'fee' | 'currency' | 'status' | 'kind' | 'bookedOn';

/** Where the file of a company, or the list of a merchant, has each value. Words are compared in lower case. */
export interface StatementFormat {
  columns: Partial<Record<Column, string>> & { amount: string; bookedOn: string };
  statuses: Record<string, LineStatus>;
  kinds: Record<string, LineKind>;
  /** For files without a column of it. */
  currency?: Currency;
}

/** A value that a format cannot read. `line` is the number of the record, the header being 1. */
export interface LineFault {
  line: number;
  column: string;
  message: string;
}

const LONGEST_TEXT = 200;
const AMOUNT = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/;

/** The columns of the format that the header of a file lacks, or has twice. */
export function headerFaults(format: StatementFormat, header: readonly string[]): LineFault[] {
  return Object.values(format.columns).flatMap((column) => {
    const times = header.filter((name) => name === column).length;
    if (times === 1) return [];
    return [
      { line: 1, column, message: times === 0 ? 'The column is missing.' : 'The column appears twice.' },
    ];
  });
}

/** Reads one record; faults name every value that cannot be read. */
export function readLine(
  format: StatementFormat,
  record: Readonly<Record<string, string>>,
  line: number,
): { line: StatementLine; faults: [] } | { line: null; faults: LineFault[] } {
  const faults: LineFault[] = [];
  const text = (column: Column): string => {
    const name = format.columns[column];
    return name === undefined ? '' : (record[name] ?? '').trim();
  };
  const refuse = (column: Column, message: string): void => {
    faults.push({ line, column: format.columns[column] ?? column, message });
  };
  const id = (column: Column): string | null => {
    const value = text(column);
    if (value.length > LONGEST_TEXT) refuse(column, `The value has more than ${LONGEST_TEXT} characters.`);
    if (value.includes('\0')) refuse(column, 'The value has a NUL character.');
    return value === '' ? null : value;
  };

  const amount = amountOf(text('amount'));
  if (amount === null) refuse('amount', 'The value is not an amount with at most two decimals.');
  const fee = text('fee') === '' ? 0n : amountOf(text('fee'));
  if (fee === null) refuse('fee', 'The value is not an amount with at most two decimals.');
  const currency = text('currency') === '' ? format.currency : text('currency').toUpperCase();
  if (!isCurrency(currency)) refuse('currency', 'The value is not a supported currency.');
  const status = format.columns.status === undefined ? 'booked' : entryOf(format.statuses, text('status'));
  if (status === undefined) refuse('status', 'The value is not a status of this format.');
  const bookedOn = dayOf(text('bookedOn'));
  if (bookedOn === null) refuse('bookedOn', 'The value does not begin with a day, such as 2026-11-25.');
  const ids = { providerId: id('providerId'), reference: id('reference'), orderRef: id('orderRef') };
  const kind = format.columns.kind === undefined ? 'payment' : (entryOf(format.kinds, text('kind')) ?? null);

  if (amount === null || fee === null || !isCurrency(currency) || status === undefined || bookedOn === null)
    return { line: null, faults };
  if (faults.length > 0) return { line: null, faults };
  return { line: { line, ...ids, amount, fee, currency, status, kind, bookedOn }, faults: [] };
}

function entryOf<T>(table: Record<string, T>, word: string): T | undefined {
  const key = word.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function amountOf(text: string): bigint | null {
  const [, sign, whole, decimals = ''] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) return null;
  const minor = BigInt(whole + decimals.padEnd(2, '0'));
  if (minor > MAX_AMOUNT_MINOR) return null;
  return sign === '-' ? -minor : minor;
}

function dayOf(text: string): string | null {
  const day = DAY.exec(text)?.[1];
  if (day === undefined) return null;
  const read = new Date(`${day}T00:00:00Z`);
  // A day that the month lacks, such as 31 June, reads as a day of the next month.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? day : null;
}
