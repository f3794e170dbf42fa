import {
  GatewayOutcomeUnknown,
  GatewayRejected,
  type GatewayTransaction,
  PaymentGateways,
} from '@app/charges';
import { Injectable } from '@nestjs/common';
import { isCurrency, Money } from '@app/kernel';
import type { AttemptOutcome } from '../../attempts/attempt-outcome';
import type { CheckoutAttempt } from '../../attempts/checkout-attempt.aggregate';

/** A caller who waits already waits at most so much longer. */
const QUESTION_MS = 10_000;

/** Asks the gateway what became of an attempt. Always safe to repeat. */
@Injectable()
export class CardInquiry {
  constructor(private readonly gateways: PaymentGateways) {}

  /** `givesUp`: whoever asks will not wait for the buyer any longer. */
  async about(attempt: CheckoutAttempt, givesUp = false): Promise<AttemptOutcome> {
    const transaction = await this.transaction(attempt);
    if (transaction === 'no answer') return { kind: 'open' };
    if (transaction?.status === 'successful') return paidBy(transaction);
    if (givesUp && attempt.status === 'waiting') return { kind: 'abandoned' };
    if (transaction?.status === 'failed') return declinedBy(transaction);
    if (transaction === null && attempt.isNotFound) {
      return {
        kind: 'failed',
        gatewayStatus: 'not_found',
        reason: 'The payment did not reach the card company',
      };
    }
    return { kind: 'open' };
  }

  /**
   * What the gateway's books have of a charge that was sent just now: an answer of "successful" is no proof, and
   * none at all may still be heard of this way.
   */
  async atOnce(attempt: { reference: string; mode: CheckoutAttempt['mode'] }): Promise<AttemptOutcome> {
    const transaction = await this.transaction(attempt);
    if (transaction === 'no answer') return { kind: 'unknown' };
    if (transaction?.status === 'successful') return paidBy(transaction);
    return transaction?.status === 'failed' ? declinedBy(transaction) : { kind: 'unknown' };
  }

  private async transaction({ reference, mode }: { reference: string; mode: CheckoutAttempt['mode'] }) {
    const question = this.gateways.gatewayOf(mode).gateway.transactionByRef(reference).catch(noAnswer);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'no answer'>(
      (resolve) => (timer = setTimeout(resolve, QUESTION_MS, 'no answer')),
    );
    try {
      return await Promise.race([question, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function noAnswer(error: unknown): 'no answer' {
  if (error instanceof GatewayOutcomeUnknown || error instanceof GatewayRejected) return 'no answer';
  throw error;
}

/** What arrived is what the card was debited, in the currency the gateway names. */
function paidBy({ id, gwRef, chargedAmountMinor, currency }: GatewayTransaction): AttemptOutcome {
  // Money of a currency that nobody here keeps books in: it stays open and shows in the log, never in a wrong account.
  if (!isCurrency(currency)) throw new Error(`the gateway took money in ${currency}`);
  const amount = new Money(chargedAmountMinor, currency);
  return { kind: 'paid', payment: { gatewayTransactionId: id, gwRef, amount } };
}

function declinedBy({ processorResponse, gwRef }: GatewayTransaction): AttemptOutcome {
  return { kind: 'failed', gatewayStatus: 'declined', reason: processorResponse || 'Declined', gwRef };
}
