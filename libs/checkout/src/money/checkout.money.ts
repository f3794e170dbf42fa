import { Money } from '@app/kernel';
import { type Booking, clearingOf, conversion, customer, MoneyEvent, service, UUID } from '@app/ledger';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { SetAsideReason, UnappliedReason } from '../common/unapplied-payment.states';

/** Natural key of the payment of a session. */
export const checkoutKey = (sessionId: string): string => `checkout ${sessionId}`;

/** SQL: the attempt (`payment_id`) whose payment the journal `$1` books; no row where it books none of a session. */
export const PAYMENT_OF_JOURNAL = `
  SELECT s.attempt_id AS payment_id
    FROM ledger.journals j
    JOIN checkout_sessions s ON (j.related_type = 'checkout_session' AND s.session_id = j.related_id)
      OR (j.related_type = 'invoice' AND s.origin_id = CASE WHEN j.related_id ~ '${UUID}' THEN j.related_id::uuid END)
    JOIN ledger.once o ON o.key = '${checkoutKey('')}' || s.session_id AND o.journal_id = j.id
   WHERE j.id = $1`;

/** Natural key of the credit of unapplied money. */
export const unappliedCreditKey = (gateway: string, transactionId: string): string =>
  `unapplied-credit ${gateway} ${transactionId}`;

/**
 * A separate type that cannot be reversed, because the reversed money would have no owner and be in no queue.
 */
export const UNAPPLIED_CREDIT = 'unapplied_credit';

/** How the payment of a session that was opened for another object is booked. */
export interface BookedAs {
  type: 'invoice' | 'subscription';
  reference: string;
  /** The object that the payment settles. */
  related: { type: string; id: string };
}

/**
 * A checkout session was paid. In live mode the merchant gets the face amount, locked where it is held in
 * escrow.
 */
export class CheckoutSessionCompleted extends MoneyEvent<{
  sessionId: string;
  /** The app that made the session; absent from events of earlier versions. */
  appId?: string | null;
  /** Where it was opened for an object, such as the invoice of a subscription. */
  origin?: string;
  originId?: string;
  orderRef: string | null;
  description: string | null;
  amount: Money;
  /** The escrow fee that the buyer paid on top of the amount; zero without an escrow. */
  fee: Money;
  /** The amount that the buyer paid, fee included; its currency may differ from that of the amount. */
  charged: Money;
  gateway: string;
  /** How it was paid, such as `card`; absent from events of earlier versions. */
  paymentMethod?: string;
  gatewayTransactionId: string;
  /** The wallet it was paid from; null where a gateway collected the money. */
  payer: { ownerId: string; accountId: string } | null;
  paidByEmail: string | null;
  /** The merchant's account that gets the amount; null in test mode, which books nothing. */
  accountId: string | null;
  /** Null or absent: as a checkout payment. */
  bookedAs?: BookedAs | null;
  customerEmail: string | null;
  customerName: string | null;
  escrow: boolean;
  /** Created with a public key in a browser, so its amount is not trusted until the merchant compares it. */
  isPublic: boolean;
  /** The ids of a session created through Variant B; null for all others. */
  variantB: { number: number; sessionToken: string } | null;
  metadata: object;
  paidAt: string;
}> {
  static override readonly type = 'checkout.session-completed';

  /**
   * The merchant gets the face amount, whatever currency the buyer paid in, also where the payment settles an
   * invoice. Money held in escrow is booked on the merchant's locked account, and the fee separately until it is earned or
   * returned.
   */
  booking(): Booking | null {
    const {
      sessionId,
      orderRef,
      description,
      amount,
      fee,
      charged,
      gateway,
      payer,
      accountId,
      escrow,
      bookedAs,
    } = this.data;
    if (this.mode === 'test' || !accountId) return null;
    return {
      type: bookedAs?.type ?? (escrow ? 'escrow_lock' : 'checkout'),
      amount,
      fee,
      reference: bookedAs?.reference ?? orderRef ?? sessionId,
      description: description ?? undefined,
      related: bookedAs?.related ?? { type: 'checkout_session', id: sessionId },
      once: checkoutKey(sessionId),
      legs: [
        payer
          ? customer(payer.accountId, charged.negated(), this.ownerId)
          : service(clearingOf(gateway), charged.negated()),
        ...conversion(charged, amount.plus(fee)),
        customer(accountId, amount, payer?.ownerId),
        service('escrow-fees-held', fee),
      ],
    };
  }
}

/**
 * Money arrived that no open session can take: too late, twice, in another amount, for what is not due any more, or for an
 * account that is closed. Staff decide what to do, unless it goes back by itself.
 */
export class PaymentUnapplied extends MoneyEvent<{
  sessionId: string;
  appId: string | null;
  attemptId: string;
  method: PaymentMethod;
  gateway: string;
  gatewayTransactionId: string;
  amount: Money;
  reason: SetAsideReason;
}> {
  static override readonly type = 'checkout.payment-unapplied';

  /** Books money without an owner as unapplied until staff refund or apply it. */
  booking(): Booking | null {
    const { sessionId, gateway, gatewayTransactionId, amount } = this.data;
    if (this.mode === 'test') return null;
    return {
      type: 'unapplied',
      amount,
      fee: Money.zero(amount.currency),
      reference: sessionId,
      related: { type: 'checkout_session', id: sessionId },
      once: `unapplied ${gateway} ${gatewayTransactionId}`,
      legs: [service(clearingOf(gateway), amount.negated()), service('unapplied', amount)],
    };
  }
}

/** Unapplied money, or money returned by an escrow, went back to the card it came from. */
export class UnappliedPaymentRefunded extends MoneyEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  refundId: string;
  amount: Money;
  reason: UnappliedReason;
}> {
  static override readonly type = 'checkout.unapplied-payment-refunded';

  /** The money was returned, so the gateway no longer owes it. */
  booking(): Booking | null {
    const { sessionId, gateway, gatewayTransactionId, amount } = this.data;
    if (this.mode === 'test') return null;
    return {
      type: 'unapplied_refund',
      amount,
      fee: Money.zero(amount.currency),
      reference: sessionId,
      related: { type: 'checkout_session', id: sessionId },
      once: `unapplied-refund ${gateway} ${gatewayTransactionId}`,
      legs: [service('unapplied', amount.negated()), service(clearingOf(gateway), amount)],
    };
  }
}

/** Staff credited a merchant with unapplied money. */
export class UnappliedPaymentApplied extends MoneyEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  /** The unapplied amount. */
  amount: Money;
  accountId: string;
  /** The credited amount, converted where the buyer paid in another currency. */
  credited: Money;
  /** The object that it settles; absent: none but its session. */
  settles?: Pick<BookedAs, 'reference' | 'related'>;
}> {
  static override readonly type = 'checkout.unapplied-payment-applied';

  booking(): Booking | null {
    const { sessionId, gateway, gatewayTransactionId, amount, accountId, credited, settles } = this.data;
    if (this.mode === 'test') return null;
    return {
      type: UNAPPLIED_CREDIT,
      amount: credited,
      fee: Money.zero(credited.currency),
      reference: settles?.reference ?? sessionId,
      related: settles?.related ?? { type: 'checkout_session', id: sessionId },
      once: unappliedCreditKey(gateway, gatewayTransactionId),
      legs: [
        service('unapplied', amount.negated()),
        ...conversion(amount, credited),
        customer(accountId, credited),
      ],
    };
  }
}
