import type { Mode, Money } from '@app/kernel';
import type { BookedAs } from '../money/checkout.money';
import type { OpenedThrough, SessionOrigin } from './session.states';
import type { ConsentedCard } from './paid-for.port';
import type { PaymentMethod } from '../common/payment-methods.policy';

/** What a session is opened with; it never changes afterwards. */
export interface SessionTerms {
  id: string;
  sessionId: string;
  tokenHash: Buffer;
  ownerId: string;
  appId: string | null;
  mode: Mode;
  origin: SessionOrigin;
  /** The object that it is opened for. */
  originId?: string;
  amount: Money;
  /** Of the escrow the payment is to be held in; absent: it is held in none. */
  escrowFee?: Money;
  openedThrough?: OpenedThrough;
  orderRef: string | null;
  description: string | null;
  customerEmail: string | null;
  customerName: string | null;
  metadata: object;
  paymentMethods: PaymentMethod[];
  successUrl: string | null;
  cancelUrl: string | null;
  escrowCondition: string | null;
  escrowDeadlineDays: number | null;
  createdAt: Date;
  expiresAt: Date;
}

/** A payment that is certain: confirmed by the gateway, or out of a wallet of our own. */
export interface CertainPayment {
  attemptId: string;
  /** What the buyer was charged. */
  charged: Money;
  gateway: string;
  method: PaymentMethod;
  gatewayTransactionId: string;
  /** Whose wallet it came from; without an account in test mode, which takes nothing. */
  payer?: {
    email: string | null;
    name: string | null;
    wallet: { ownerId: string; accountId: string } | null;
  };
  /** Confirmed by a guest who pays into escrow. */
  buyerEmail?: string | null;
  /** The card that paid, where its payer agreed to further charges; it must not reach events. */
  card?: ConsentedCard | null;
}

/** How it is booked and reported. */
export interface Credit {
  /** The merchant's ledger account; null where this session books nothing itself: in test mode, and for deposits. */
  accountId: string | null;
  /** For sessions that settle an object. */
  bookedAs?: BookedAs | null;
  /** For sessions of Variant B. */
  sessionToken?: string;
}
