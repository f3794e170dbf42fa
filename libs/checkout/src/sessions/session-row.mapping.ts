import { type Currency, type Mode, Money } from '@app/kernel';
import { isCountedRefund } from '../common/counted-refunds.policy';
import type { CardName, PaymentMethod } from '../common/payment-methods.policy';
import type { OpenedThrough, SessionOrigin, SessionStatus } from './session.states';
import type { SessionFacts } from './session.view';

export interface SessionRow {
  session_id: string;
  app_id: string | null;
  mode: Mode;
  purpose: 'payment' | Exclude<SessionOrigin, 'api'>;
  origin_id: string | null;
  status: SessionStatus;
  failure: string | null;
  amount_minor: string;
  currency: Currency;
  fee_minor: string;
  opened_through: OpenedThrough;
  number: string;
  order_ref: string | null;
  description: string | null;
  customer_email: string | null;
  customer_name: string | null;
  metadata: object;
  payment_methods: PaymentMethod[];
  success_url: string | null;
  cancel_url: string | null;
  escrow: boolean;
  escrow_condition: string | null;
  escrow_deadline_days: number | null;
  gateway: string | null;
  payment_method: PaymentMethod | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  refunded_minor: string;
  card: CardName | null;
}

/** What is read of `checkout_sessions`. */
export const SESSION_COLUMNS = `session_id, app_id, number, opened_through, mode, purpose, origin_id, status, failure, amount_minor, fee_minor,
  currency, order_ref, description, customer_email, customer_name, metadata, payment_methods, success_url, cancel_url,
  escrow, escrow_condition, escrow_deadline_days, gateway, payment_method, created_at, expires_at, paid_at,
  (SELECT coalesce(sum(r.face_minor), 0) FROM refunds r
    WHERE r.payment_id = checkout_sessions.attempt_id AND ${isCountedRefund('r')}) AS refunded_minor,
  (SELECT json_build_object('brand', a.card_brand, 'last4', a.card_last4) FROM checkout_attempts a
    WHERE a.checkout_session_id = checkout_sessions.id AND a.card_last4 IS NOT NULL
      AND (checkout_sessions.status <> 'completed' OR a.id = checkout_sessions.attempt_id)
    ORDER BY a.created_at DESC LIMIT 1) AS card`;

export function factsOf(row: SessionRow): SessionFacts {
  return {
    sessionId: row.session_id,
    appId: row.app_id,
    mode: row.mode,
    origin: row.purpose === 'payment' ? 'api' : row.purpose,
    originId: row.origin_id,
    status: row.status,
    failure: row.failure,
    amount: new Money(BigInt(row.amount_minor), row.currency),
    fee: new Money(BigInt(row.fee_minor), row.currency),
    openedThrough: row.opened_through,
    number: BigInt(row.number),
    orderRef: row.order_ref,
    description: row.description,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    metadata: row.metadata,
    paymentMethods: row.payment_methods,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    escrow: row.escrow,
    escrowCondition: row.escrow_condition,
    escrowDeadlineDays: row.escrow_deadline_days,
    gateway: row.gateway,
    paymentMethod: row.payment_method,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    card: row.card,
    refunded: new Money(BigInt(row.refunded_minor), row.currency),
  };
}
