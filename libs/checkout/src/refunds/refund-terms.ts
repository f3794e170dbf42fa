import type { Mode, Money } from '@app/kernel';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { RefundSource } from './refund.states';

/** The payment that is refunded. */
export interface RefundedPayment {
  ownerId: string;
  appId: string | null;
  mode: Mode;
  /** The checkout attempt, or the subscription invoice. */
  paymentId: string;
  /** `cs_…`; null for an invoice that was charged without a session. */
  sessionId: string | null;
  /** `inv_…`, where there is no session. */
  invoiceId: string | null;
  method: PaymentMethod;
  gateway: string;
  gatewayTransactionId: string;
  /** All that the payment brought in. */
  received: Money;
}

/** A payment, and what of it goes back. */
export interface NewRefund extends RefundedPayment {
  source: RefundSource;
  /** What goes back of the price. */
  face: Money;
  /** What the payer gets. */
  charge: Money;
  /** What the merchant pays; zero where it is not the merchant's money. */
  debited: Money;
  /** The merchant's wallet that pays; null where none does. */
  accountId: string | null;
  /** The wallet that gets it back; null where a company collected the payment, and in test mode. */
  payer: { ownerId: string; accountId: string } | null;
  customerEmail: string | null;
  reason: string | null;
  refundRef: string | null;
}
