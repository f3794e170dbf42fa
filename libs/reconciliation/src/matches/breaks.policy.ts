import type { Currency } from '@app/kernel';
import type { StatementLine } from '../statements/statement-line.policy';
import { type ClearingItem, daysBetween, type Match, matchLines } from './matching.policy';

export type BreakKind =
  'missing-there' | 'missing-here' | 'amount' | 'currency' | 'status' | 'fee' | 'duplicate' | 'unknown-kind';

/** A field that differs, with the value of the ledger (`here`) and of the statement (`there`). */
export interface Difference {
  field: 'amount' | 'currency' | 'status' | 'fee';
  here: string;
  there: string;
}

export interface Break {
  kind: BreakKind;
  lines: StatementLine[];
  item: ClearingItem | null;
  differences: Difference[];
}

export interface Reconciled {
  matches: Match[];
  breaks: Break[];
  /** Not on the other side yet, and not due there. */
  expected: { lines: StatementLine[]; items: ClearingItem[] };
}

/** Days after a booking in which the other side may still lack it. */
export const DUE_DAYS = 2;

/** Amounts of several currencies, in minor units. */
export type Totals = ReadonlyMap<Currency, bigint>;

/** Matches a statement with the ledger and lists what does not agree on the day `on`. */
export function reconcile(
  lines: readonly StatementLine[],
  items: readonly ClearingItem[],
  on: string,
): Reconciled {
  const matching = matchLines(lines, items);
  const breaks = matching.matches.flatMap((match) => breakOfMatch(match));
  const expected: Reconciled['expected'] = { lines: [], items: [] };
  const seen = new Set(matching.matches.flatMap((match) => match.lines.map((line) => line.providerId)));

  for (const line of matching.lines) {
    const repeated = line.providerId !== null && seen.has(line.providerId);
    seen.add(line.providerId);
    if (line.status === 'failed') continue;
    if (repeated) breaks.push(alone('duplicate', [line], null));
    else if (line.kind === null) breaks.push(alone('unknown-kind', [line], null));
    else if (isDue(line.bookedOn, on)) breaks.push(alone('missing-here', [line], null));
    else expected.lines.push(line);
  }
  for (const item of matching.items) {
    if (isDue(item.bookedOn, on)) breaks.push(alone('missing-there', [], item));
    else expected.items.push(item);
  }
  return { matches: matching.matches, breaks, expected };
}

/** What the statement has more than the ledger, by currency; fees are apart from amounts. */
export function differenceOf(
  lines: readonly StatementLine[],
  items: readonly ClearingItem[],
  of: 'amount' | 'fee',
): Totals {
  const totals = new Map<Currency, bigint>();
  const add = (currency: Currency, minor: bigint): void => {
    totals.set(currency, (totals.get(currency) ?? 0n) + minor);
  };
  for (const line of lines) if (line.status === 'booked') add(line.currency, line[of]);
  for (const item of items) add(item.currency, -item[of]);
  return new Map([...totals].filter(([, minor]) => minor !== 0n));
}

function breakOfMatch({ lines, item }: Match): Break[] {
  const [first] = lines;
  if (!first) return [];
  const differences: Difference[] = [];
  const compare = (field: Difference['field'], here: string, there: string): void => {
    if (here !== there) differences.push({ field, here, there });
  };
  const sum = (of: 'amount' | 'fee'): string => String(lines.reduce((total, line) => total + line[of], 0n));
  compare('status', 'booked', first.status);
  compare('currency', item.currency, first.currency);
  compare('amount', String(item.amount), sum('amount'));
  compare('fee', String(item.fee), sum('fee'));
  const unknown = lines.some((line) => line.kind === null);
  const kind = unknown ? 'unknown-kind' : differences[0]?.field;
  return kind ? [{ kind, lines, item, differences }] : [];
}

function alone(kind: BreakKind, lines: StatementLine[], item: ClearingItem | null): Break {
  return { kind, lines, item, differences: [] };
}

function isDue(bookedOn: string, on: string): boolean {
  return daysBetween(bookedOn, on) > DUE_DAYS;
}
