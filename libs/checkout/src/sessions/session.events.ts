import { DomainEvent, type Money } from '@app/kernel';

/** A buyer's attempt to pay was declined, given up or not honoured in full; the session may be tried again until it expires. */
export class CheckoutPaymentFailed extends DomainEvent<{
  sessionId: string;
  /** The app that made the session; absent from events of earlier versions. */
  appId?: string | null;
  /** Where it was opened for an object, such as the invoice of a subscription. */
  origin?: string;
  originId?: string;
  orderRef: string | null;
  /** The session's own amount, whatever currency the card would have been charged in. */
  amount: Money;
  gateway: string;
  /** The method of the attempt, such as `card`; absent from events of earlier versions. */
  paymentMethod?: string;
  customerEmail: string | null;
  escrow: boolean;
  isTest: boolean;
  metadata: object;
  gatewayStatus: GatewayStatus;
  /** The gateway's reason, safe to show; null where it gave none. */
  reason: string | null;
}> {
  static override readonly type = 'checkout.payment-failed';
}

/** How a failed attempt ended: `rejected` and `not_found` never reached the card, `amount_mismatch` took another amount. */
export type GatewayStatus = 'declined' | 'abandoned' | 'rejected' | 'not_found' | 'amount_mismatch';

/** A session that was not paid in time, or that its merchant closed. */
export class CheckoutSessionExpired extends DomainEvent<{
  sessionId: string;
  orderRef: string | null;
  amount: Money;
  /** Where it was opened for an object, such as a payment link. */
  origin?: string;
  originId?: string;
}> {
  static override readonly type = 'checkout.session-expired';
}

/** A guest gave this address to pay into escrow; a code that confirms it is to be mailed. The code is derived from `codeId`. */
export class BuyerCodeIssued extends DomainEvent<{
  sessionId: string;
  email: string;
  codeId: string;
  amount: Money;
  expiresAt: string;
}> {
  static override readonly type = 'checkout.buyer-code-issued';
}
