import type { Transfer } from './transfers';

export function transferJson({ transactionId, sent, fee, received, recipient, newBalance }: Transfer) {
  return {
    transaction_id: transactionId,
    amount: sent.toJsonNumber(),
    fee: fee.toJsonNumber(),
    currency: sent.currency,
    received_amount: received.toJsonNumber(),
    received_currency: received.currency,
    recipient: { usertag: recipient.usertag, name: recipient.name },
    new_balance: newBalance,
  };
}
