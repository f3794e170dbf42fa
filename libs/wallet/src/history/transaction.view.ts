import type { DirectoryEntry } from '@app/accounts';
import type { Movement } from '@app/ledger';
import type { TransactionStatus } from './transaction-statuses.service';

/** What a transaction can be to the owner of a wallet. */
export const TRANSACTION_TYPES = [
  'deposit',
  'transfer',
  'payout',
  'payout_refund',
  'escrow_lock',
  'escrow_release',
  'escrow_refund',
  'checkout',
  'subscription',
  'payroll',
  'invoice',
  'refund',
  'chargeback',
  'fee',
  'adjustment',
  'balance_given_up',
  'reversal',
  'unapplied_credit',
] as const;

/**
 * A movement as the owner of the account sees it: the amount without the fee, which stands beside it. With `asOf`, as
 * it was seen before that instant.
 */
export function transactionView(
  movement: Movement,
  counterparty: DirectoryEntry | null,
  known: TransactionStatus = 'completed',
  asOf?: Date,
) {
  const { reversedAt } = movement;
  const isReversed = reversedAt !== null && (asOf === undefined || reversedAt < asOf);
  const isDebit = movement.amount.minor < 0n;
  const amount = isDebit ? movement.amount.negated().minus(movement.fee) : movement.amount;
  return {
    uuid: movement.journalId,
    type: movement.type,
    direction: isDebit ? 'debit' : 'credit',
    amount: amount.toJsonNumber(),
    fee: movement.fee.toJsonNumber(),
    currency: movement.amount.currency,
    status: isReversed ? 'reversed' : known,
    balance_after: movement.balanceAfter.toJsonNumber(),
    description: movement.description,
    reference: movement.reference,
    counterparty: counterparty && {
      usertag: counterparty.usertag,
      name: counterparty.name,
      type: counterparty.accountType,
    },
    metadata: movement.metadata,
    created_at: movement.createdAt.toISOString(),
  };
}

export type TransactionView = ReturnType<typeof transactionView>;
