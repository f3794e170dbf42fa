import { type Mode, Money } from '@app/kernel';
import type { OpenedThrough, SessionOrigin, SessionState, SessionStatus } from './session.states';
import type { CardName, PaymentMethod } from '../common/payment-methods.policy';

/** What is shown of a session, wherever it was read from. */
export interface SessionFacts {
  sessionId: string;
  mode: Mode;
  /** The app that made it. */
  appId: string | null;
  status: SessionStatus;
  amount: Money;
  /** The escrow's, on top of the amount; zero without one. */
  fee: Money;
  openedThrough: OpenedThrough;
  /** Its name in Variant B. */
  number: bigint;
  orderRef: string | null;
  description: string | null;
  customerEmail: string | null;
  customerName: string | null;
  metadata: object;
  paymentMethods: PaymentMethod[];
  successUrl: string | null;
  cancelUrl: string | null;
  escrow: boolean;
  escrowCondition: string | null;
  escrowDeadlineDays: number | null;
  /** Which company took the payment, `wallet` or `extwallet`; null until it is paid. */
  gateway: string | null;
  paymentMethod: PaymentMethod | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  origin: SessionOrigin;
  originId: string | null;
  /** Why the last attempt failed. */
  failure: string | null;
  /** The card that paid, else the last one that was tried; absent where it was not read. */
  card?: CardName | null;
  /** What the merchant has refunded of the amount; absent of sessions that are not paid. */
  refunded?: Money;
}

/** A session past its time reads as expired, also before that was written. */
export function shownStatus({ status, expiresAt }: SessionFacts, now: Date): SessionStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

function stateOf(session: SessionFacts, now: Date): SessionState {
  const status = shownStatus(session, now);
  if (status === 'pending') return session.failure === null ? 'open' : 'declined';
  return status === 'completed' ? 'paid' : status;
}

/** What of a session is refunded; refunds that failed do not count. */
export function refundState({ amount, refunded }: SessionFacts) {
  const total = refunded ?? Money.zero(amount.currency);
  const status = total.isZero ? 'none' : total.compare(amount) < 0 ? 'partial' : 'full';
  return { refunded: total, status } as const;
}

/** A session as its merchant sees it (Variant A). `checkoutUrl` is null for a key that may not open sessions. */
export function sessionView(session: SessionFacts, checkoutUrl: string | null, now: Date) {
  const { customerEmail: email, customerName: name } = session;
  const refund = refundState(session);
  return {
    session_id: session.sessionId,
    checkout_url: checkoutUrl,
    status: shownStatus(session, now),
    amount: session.amount.toJsonNumber(),
    currency: session.amount.currency,
    order_ref: session.orderRef,
    description: session.description,
    customer: email === null && name === null ? null : { email, name },
    customer_email: email,
    metadata: session.metadata,
    payment_methods: session.paymentMethods,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    escrow: session.escrow,
    escrow_fee: session.escrow ? session.fee.toJsonNumber() : null,
    amount_due: session.amount.plus(session.fee).toJsonNumber(),
    escrow_condition: session.escrowCondition,
    escrow_deadline_days: session.escrowDeadlineDays,
    is_test: session.mode === 'test',
    public: session.openedThrough === 'public',
    gateway: session.gateway,
    payment_method: session.paymentMethod,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    paid_at: session.paidAt?.toISOString() ?? null,
    refunded_amount: refund.refunded.toJsonNumber(),
    refund_status: refund.status,
    state: stateOf(session, now),
    failure: session.failure,
    card_brand: session.card?.brand ?? null,
    card_last4: session.card?.last4 ?? null,
    origin: originView(session),
  };
}

/** The object that it was opened for; null where the API opened it. `id`: of the invoice, also of one of a subscription, or of the link. */
function originView({ origin, originId }: SessionFacts): { type: string; id: string } | null {
  return originId === null ? null : { type: origin, id: originId };
}
