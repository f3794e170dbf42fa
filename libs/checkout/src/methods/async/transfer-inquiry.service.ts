import {
  GatewayOutcomeUnknown,
  GatewayRejected,
  type GatewayTransaction,
  PaymentGateways,
} from '@app/charges';
import { Injectable } from '@nestjs/common';
import { isCurrency, Money } from '@app/kernel';
import type { CheckoutAttempt, ReceivedPayment } from '../../attempts/checkout-attempt.aggregate';

/** Asks the gateway what has arrived on an attempt's account number. Always safe to repeat. */
@Injectable()
export class TransferInquiry {
  constructor(private readonly gateways: PaymentGateways) {}

  /**
   * Every payment the gateway confirms, oldest first; null where it cannot tell. `transactionId` is one that its event
   * named: lists may lag behind.
   */
  async about(
    { reference, mode }: CheckoutAttempt,
    transactionId: string | null,
  ): Promise<ReceivedPayment[] | null> {
    const { gateway } = this.gateways.gatewayOf(mode);
    try {
      const [listed, named] = await Promise.all([
        gateway.transactionsByRef(reference),
        transactionId === null ? null : gateway.transactionById(transactionId),
      ]);
      const isMissing = named?.txRef === reference && !listed.some(({ id }) => id === named.id);
      return [...listed, ...(isMissing ? [named] : [])]
        .filter(({ status, txRef }) => status === 'successful' && txRef === reference)
        .map(paymentOf);
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown || error instanceof GatewayRejected) return null;
      throw error;
    }
  }
}

/** Never more than the payment was for, nor than the buyer's bank was debited. */
function paymentOf(transaction: GatewayTransaction): ReceivedPayment {
  const { id: gatewayTransactionId, gwRef, amountMinor, chargedAmountMinor, currency } = transaction;
  if (!isCurrency(currency)) throw new Error(`the gateway took money in ${currency}`);
  const minor = amountMinor < chargedAmountMinor ? amountMinor : chargedAmountMinor;
  return { gatewayTransactionId, gwRef, amount: new Money(minor, currency) };
}
