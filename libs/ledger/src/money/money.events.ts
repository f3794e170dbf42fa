import { DomainEvent, type Money } from '@app/kernel';

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
export class CheckoutSessionCompleted extends DomainEvent<{
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
}

/**
 * Money arrived that no open session can take: too late, twice, in another amount, for what is not due any more, or for an
 * account that is closed. Staff decide what to do, unless it goes back by itself.
 */
export class PaymentUnapplied extends DomainEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  amount: Money;
  reason: 'expired' | 'already-paid' | 'amount-mismatch' | 'not-due' | 'payee-closed';
}> {
  static override readonly type = 'checkout.payment-unapplied';
}

/** Unapplied money, or money returned by an escrow, went back to the card it came from. */
export class UnappliedPaymentRefunded extends DomainEvent<{
  sessionId: string;
  gateway: string;
  gatewayTransactionId: string;
  refundId: string;
  amount: Money;
  reason: PaymentUnapplied['data']['reason'] | 'escrow-returned';
}> {
  static override readonly type = 'checkout.unapplied-payment-refunded';
}

/** Staff credited a merchant with unapplied money. */
export class UnappliedPaymentApplied extends DomainEvent<{
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
}

/** The events that the chart of accounts books. */
export const MONEY_EVENTS = {
  [CheckoutSessionCompleted.type]: CheckoutSessionCompleted,
  [PaymentUnapplied.type]: PaymentUnapplied,
  [UnappliedPaymentRefunded.type]: UnappliedPaymentRefunded,
  [UnappliedPaymentApplied.type]: UnappliedPaymentApplied,
} as const;

export type ListedMoneyEvent = InstanceType<(typeof MONEY_EVENTS)[keyof typeof MONEY_EVENTS]>;
