import type { Transfer } from './commands/transfer-funds';

/** A dry run shows the recipient's name masked, as look-ups do, because nothing has been paid yet. */
export function transferView(transfer: Transfer, { dryRun }: { dryRun: boolean }) {
  const { transactionId, sent, fee, received, rate, recipient, newBalance } = transfer;
  return {
    transaction_id: transactionId,
    amount: sent.toJsonNumber(),
    fee: fee.toJsonNumber(),
    currency: sent.currency,
    received_amount: received.toJsonNumber(),
    received_currency: received.currency,
    ...(rate && { rate: rate.toJsonNumber() }),
    recipient: { usertag: recipient.usertag, name: dryRun ? recipient.maskedName : recipient.name },
    new_balance: newBalance,
  };
}
