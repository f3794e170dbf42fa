import {
  type ExternalWallet,
  ExternalWallets,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type WalletPayment,
} from '@app/charges';
import { Injectable } from '@nestjs/common';
import { isCurrency, Money } from '@app/kernel';
import type { AttemptOutcome } from './attempt-outcomes.service';
import type { CheckoutAttempt } from './checkout-attempt.aggregate';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';

/**
 * Asks the external wallet for the outcome of an attempt's order, and captures an approved one while the session still
 * waits for it. An order that the session no longer waits for is cancelled, so that nothing is debited.
 */
@Injectable()
export class WalletInquiryService {
  constructor(private readonly wallets: ExternalWallets) {}

  /** Always safe to repeat. `givesUp`: the caller does not wait for the buyer any longer. */
  async about(attempt: CheckoutAttempt, session: CheckoutSession, givesUp: boolean): Promise<AttemptOutcome> {
    const wallet = this.wallets.walletOf(attempt.mode);
    // The external wallet has been switched off since.
    if (!wallet) return { kind: 'silent' };
    try {
      const isExpected =
        attempt.isInFlight && session.attemptId === attempt.id && session.status === 'processing';
      return await this.ask(wallet, attempt, isExpected, givesUp);
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown || error instanceof GatewayRejected)
        return { kind: 'silent' };
      throw error;
    }
  }

  private async ask(
    wallet: ExternalWallet,
    attempt: CheckoutAttempt,
    isExpected: boolean,
    givesUp: boolean,
  ): Promise<AttemptOutcome> {
    const { reference } = attempt;
    let payment = await wallet.find(reference);
    if (!payment) return NOT_FOUND;
    const isOpen = payment.status === 'pending' || payment.status === 'approved';
    if (payment.status === 'approved' && isExpected) payment = await wallet.capture(reference);
    else if (isOpen && (givesUp || !isExpected || lacksInstructions(attempt))) {
      await wallet.cancel(reference);
      // Only when it is certain that it can no longer be approved.
      payment = await wallet.find(reference);
      if (payment?.status === 'failed')
        return attempt.status === 'waiting' ? { kind: 'abandoned' } : NOT_FOUND;
    }
    return outcomeOf(payment);
  }
}

/** The call ended without instructions for the buyer. */
function lacksInstructions({ status }: CheckoutAttempt): boolean {
  return status === 'calling';
}

const NOT_FOUND: AttemptOutcome = {
  kind: 'not-found',
  reason: 'The payment did not reach the external wallet',
};

function outcomeOf(payment: WalletPayment | null): AttemptOutcome {
  if (!payment) return { kind: 'silent' };
  if (payment.status === 'failed') {
    return {
      kind: 'failed',
      gatewayStatus: 'declined',
      reason: payment.processorResponse,
      gwRef: payment.gwRef,
    };
  }
  const { id: gatewayTransactionId, gwRef, amountMinor, currency } = payment;
  if (payment.status !== 'successful') return { kind: 'pending', gwRef };
  if (!isCurrency(currency)) throw new Error(`the external wallet took money in ${currency}`);
  return { kind: 'paid', payment: { gatewayTransactionId, gwRef, amount: new Money(amountMinor, currency) } };
}
