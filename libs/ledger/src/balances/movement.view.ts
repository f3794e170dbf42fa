import { type Currency, Money } from '@app/kernel';
import { REVERSAL_KEY } from '../money/reversal.money';

/** One movement on a customer's account, with the journal it belongs to. */
export interface Movement {
  journalId: string;
  accountId: string;
  seq: bigint;
  type: string;
  /** Signed: a negative amount was taken from the account. */
  amount: Money;
  balanceAfter: Money;
  /** The transaction's fee, if this account paid it. */
  fee: Money;
  reference: string | null;
  description: string | null;
  counterpartyId: string | null;
  related: { type: string; id: string };
  metadata: Record<string, unknown> | null;
  createdAt: Date;
  /** When it was reversed; null where it was not. */
  reversedAt: Date | null;
}

/**
 * SQL that looks up the journal with an id, which is an SQL expression. The planner overestimates the number of movements, so
 * that without OFFSET 0 it reads all journals of a small ledger for each movement instead of using the index.
 */
const journalOf = (id: string) => `SELECT * FROM ledger.journals WHERE id = ${id} OFFSET 0`;

export const MOVEMENT_COLUMNS = `l.account_id, l.seq, l.journal_id, l.type, l.amount_minor, l.balance_after_minor, l.counterparty_id,
  l.created_at, j.fee_minor, j.currency AS journal_currency, j.reference, j.description, j.related_type, j.related_id,
  j.metadata, a.currency,
  (SELECT r.created_at FROM ledger.once o CROSS JOIN LATERAL (${journalOf('o.journal_id')}) r
    WHERE o.key = '${REVERSAL_KEY}' || l.journal_id) AS reversed_at`;
export const MOVEMENTS = `ledger.legs l CROSS JOIN LATERAL (${journalOf('l.journal_id')}) j
  JOIN ledger.accounts a ON a.id = l.account_id`;

export interface MovementRow {
  account_id: string;
  seq: string;
  journal_id: string;
  type: string;
  amount_minor: string;
  balance_after_minor: string;
  counterparty_id: string | null;
  created_at: Date;
  fee_minor: string;
  journal_currency: Currency;
  reference: string | null;
  description: string | null;
  related_type: string;
  related_id: string;
  metadata: Record<string, unknown> | null;
  currency: Currency;
  reversed_at: Date | null;
}

export function movementOf(row: MovementRow): Movement {
  const amount = new Money(BigInt(row.amount_minor), row.currency);
  // The sender pays the fee, in the currency of the journal.
  const paysFee = amount.minor < 0n && row.currency === row.journal_currency;
  return {
    journalId: row.journal_id,
    accountId: row.account_id,
    seq: BigInt(row.seq),
    type: row.type,
    amount,
    balanceAfter: new Money(BigInt(row.balance_after_minor), row.currency),
    fee: paysFee ? new Money(BigInt(row.fee_minor), row.currency) : Money.zero(row.currency),
    reference: row.reference,
    description: row.description,
    counterpartyId: row.counterparty_id,
    related: { type: row.related_type, id: row.related_id },
    metadata: row.metadata,
    createdAt: row.created_at,
    reversedAt: row.reversed_at,
  };
}
