import { minorToText } from '@app/kernel';
import type { SimulatedBatch } from './payout-batches.store';

/** The header of a batch in the protocol of the wallet provider. */
export function batchView(batch: SimulatedBatch) {
  return {
    batch_header: {
      payout_batch_id: batch.id,
      batch_status: batch.status === 'PENDING' ? 'PROCESSING' : 'SUCCESS',
      time_created: batch.created_at,
      sender_batch_header: { sender_batch_id: batch.sender_batch_id },
      amount: amountOf(batch),
    },
  };
}

export function itemView(batch: SimulatedBatch) {
  return {
    payout_item_id: batch.item_id,
    payout_batch_id: batch.id,
    transaction_status: batch.status,
    payout_item_fee: { currency: batch.currency, value: '0.25' },
    payout_item: {
      recipient_type: 'EMAIL',
      amount: amountOf(batch),
      receiver: batch.receiver,
      sender_item_id: batch.sender_batch_id,
    },
    ...(batch.status === 'DENIED' && {
      errors: { name: 'RECEIVER_UNABLE_TO_ACCEPT', message: 'The receiver cannot accept payments' },
    }),
  };
}

const amountOf = ({ amount_minor, currency }: SimulatedBatch) => ({
  currency,
  value: minorToText(BigInt(amount_minor)),
});
