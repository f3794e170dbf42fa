import type { StatementFormat } from './statement-format.policy';

/** Flutterwave's list of transactions, with the field names of its API. */
export const FLUTTERWAVE: StatementFormat = {
  columns: {
    providerId: 'id',
    reference: 'tx_ref',
    amount: 'amount',
    fee: 'app_fee',
    currency: 'currency',
    status: 'status',
    kind: 'type',
    bookedOn: 'created_at',
  },
  statuses: { successful: 'booked', failed: 'failed' },
  kinds: { payment: 'payment', refund: 'refund', chargeback: 'chargeback', transfer: 'payout' },
};
