import { insufficientFunds } from '@app/write-path';
import {
  DomainError,
  type ErrorCode,
  type ErrorExtra,
  invalid,
  MAX_AMOUNT_MINOR,
  minorToText,
  Money,
} from '@app/kernel';

/** Rows named in one answer, so that stored answers stay small. */
export const MAX_ROWS_NAMED = 100;

export type RowFault =
  | 'unknown_recipient'
  | 'yourself'
  | 'same_owner'
  | 'duplicate'
  | 'converts_to_nothing'
  | 'no_exchange_rate'
  | 'not_covered';

/** A row that cannot be paid, as the answer names it. */
export interface RefusedRow {
  /** Its place in the request, from 1. */
  row: number;
  /** As the caller wrote it. */
  recipient: string;
  reason: RowFault;
  message: string;
}

/** The code of a refused batch, by its first kind of fault in this order: those that the caller has to correct come first. */
const CODES: [DomainError['kind'], ErrorCode, RowFault[]][] = [
  ['not-found', 'NOT_FOUND', ['unknown_recipient']],
  ['invalid', 'VALIDATION_ERROR', ['yourself', 'same_owner', 'duplicate', 'converts_to_nothing']],
  ['invalid', 'FX_RATE_UNAVAILABLE', ['no_exchange_rate']],
];

/** Names every row that cannot be paid, and says that no recipient was paid. */
export function rowsRefused(refused: readonly RefusedRow[]): DomainError {
  const [kind, code] = CODES.find(([, , faults]) => refused.some(({ reason }) => faults.includes(reason)))!;
  const [first, ...others] = refused as [RefusedRow, ...RefusedRow[]];
  const more = others.length === 0 ? '' : ` ${others.length} more cannot be paid either.`;
  const message = `No payment was made. Row ${first.row} (${first.recipient}): ${first.message}${more}`;
  const errors = refused.slice(0, MAX_ROWS_NAMED).map((row) => ({
    field: `recipients[${row.row - 1}].recipient`,
    code: 'invalid_field' as const,
    message: row.message,
  }));
  const extra = { ...named(refused), ...(code === 'VALIDATION_ERROR' && { errors }) };
  return new DomainError(kind, code, message, extra, { decidedOnState: code === 'FX_RATE_UNAVAILABLE' });
}

/** The balance ends before the last row. `rows` are in the order in which they would have been paid. */
export function notCovered(
  rows: readonly { recipient: string; amount: Money }[],
  needed: Money,
  balance: Money,
): DomainError {
  const refused: RefusedRow[] = [];
  let reached = Money.zero(needed.currency);
  for (const [i, { recipient, amount }] of rows.entries()) {
    reached = reached.plus(amount);
    const message = `${reached.text} ${reached.currency} are needed up to here.`;
    if (reached.compare(balance) > 0) refused.push({ row: i + 1, recipient, reason: 'not_covered', message });
  }
  return insufficientFunds({ needed, fee: Money.zero(needed.currency) }, named(refused));
}

export const totalTooLarge = () =>
  invalid('recipients', `recipients must not come to more than ${minorToText(MAX_AMOUNT_MINOR)} in all.`);

function named(refused: readonly RefusedRow[]): ErrorExtra {
  return { rows: refused.slice(0, MAX_ROWS_NAMED), rows_refused: refused.length };
}
