import { Inject, Injectable } from '@nestjs/common';
import { PUBLIC_NAME } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, type Mode, Money, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import type { AttemptStatus, ConfirmedBuyer } from '../attempts/attempt-terms';
import type { SessionOrigin, SessionStatus } from '../sessions/session.states';
import type { UnappliedReason } from '../common/unapplied-payment.states';
import type { KeptInstructions } from '../attempts/instructions.view';
import type { PaymentMethod } from '../common/payment-methods.policy';

/** A session with the fields that its page shows. */
export interface PageSession {
  sessionId: string;
  mode: Mode;
  appId: string | null;
  purpose: 'payment' | Exclude<SessionOrigin, 'api'>;
  status: SessionStatus;
  amount: Money;
  /** The escrow's, on top of the amount; zero where the payment is held in none. */
  fee: Money;
  /** The terms of the escrow; null: the payment is held in none. */
  escrow: { condition: string | null; deadlineDays: number | null } | null;
  /** The escrow that a guest's payment is held in. */
  escrowId: string | null;
  /** The merchant's own reference; a deposit's is its tx_ref, a link's its code. */
  orderRef: string | null;
  /** The address that the merchant or the payer has given for the receipt. */
  customerEmail: string | null;
  description: string | null;
  payee: string;
  /** Whether a payment may begin: the account of the payee is neither frozen nor closed. */
  takesPayments: boolean;
  paymentMethods: PaymentMethod[];
  successUrl: string | null;
  cancelUrl: string | null;
  /** Origins of the merchant whose pages may hold this one in a frame. */
  embedOrigins: string[];
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  /** Changes whenever the session or the attempt has changed. */
  revision: string;
  /** The current attempt, or the one that paid, or else the last one. */
  attempt: PageAttempt | null;
}

export interface PageAttempt {
  id: string;
  status: AttemptStatus;
  method: PaymentMethod;
  instructions: KeptInstructions | null;
  /** The end of the validity of the instructions. */
  expiresAt: Date | null;
  /** The amount that arrived; null: nothing has. */
  received: Money | null;
  unappliedReason: UnappliedReason | null;
  /** Whether what was set aside is on its way back. */
  isReturning: boolean;
  authMode: 'pin' | 'otp' | 'redirect' | null;
  gwRef: string | null;
  redirectUrl: string | null;
  failure: string | null;
  tries: number;
  charge: Money;
  /** The guest who pays into escrow. */
  buyer: ConfirmedBuyer | null;
}

interface Row {
  session_id: string;
  mode: Mode;
  app_id: string | null;
  purpose: 'payment' | Exclude<SessionOrigin, 'api'>;
  status: SessionStatus;
  amount_minor: string;
  currency: Currency;
  fee_minor: string;
  escrow: boolean;
  escrow_condition: string | null;
  escrow_deadline_days: number | null;
  escrow_id: string | null;
  order_ref: string | null;
  customer_email: string | null;
  description: string | null;
  payee: string;
  takes_payments: boolean;
  payment_methods: PaymentMethod[];
  success_url: string | null;
  cancel_url: string | null;
  embed_origins: string[];
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  version: number;
  attempt: string | null;
  attempt_version: number;
  attempt_status: AttemptStatus;
  method: PaymentMethod;
  instructions: KeptInstructions | null;
  attempt_expires_at: Date | null;
  received_minor: string | null;
  received_currency: Currency | null;
  unapplied_reason: UnappliedReason | null;
  is_returning: boolean;
  auth_mode: PageAttempt['authMode'];
  gw_ref: string | null;
  redirect_url: string | null;
  failure: string | null;
  tries: number;
  charge_minor: string;
  charge_currency: Currency;
  buyer_email: string | null;
  buyer_proof: string | null;
}

/** Reads what a buyer may see. */
@Injectable()
export class PageQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** `id` is the session's internal one. */
  async byId(id: string): Promise<PageSession> {
    const { rows } = await this.pool.query<Row>({
      name: 'checkout_page',
      text: `SELECT s.session_id, s.mode, s.app_id, s.purpose, s.status, s.amount_minor, s.currency, s.order_ref, s.customer_email, s.description, ${PUBLIC_NAME} AS payee, u.frozen_at IS NULL AS takes_payments,
                    s.fee_minor, s.escrow, s.escrow_condition, s.escrow_deadline_days,
                    s.payment_methods, s.success_url, s.cancel_url,
                    coalesce(a.allowed_origins, '{}') AS embed_origins, s.created_at, s.expires_at, s.paid_at, s.version,
                    t.id AS attempt, t.version AS attempt_version, t.status AS attempt_status, t.method, t.instructions,
                    t.expires_at AS attempt_expires_at, t.received_minor, t.received_currency, t.unapplied_reason, EXISTS (SELECT FROM refunds r WHERE r.payment_id = t.id AND r.status = 'pending' AND r.due_at IS NOT NULL) AS is_returning,
                    t.auth_mode, t.gw_ref, t.redirect_url, t.failure, t.tries,
                    t.charge_minor, t.charge_currency, t.buyer_email, t.buyer_proof, e.id AS escrow_id
               FROM checkout_sessions s
               JOIN users u ON u.id = s.owner_id
               LEFT JOIN merchant_apps a ON a.id = s.app_id
               LEFT JOIN escrows e ON e.checkout_session_id = s.session_id AND e.initiator_id IS NULL
               LEFT JOIN LATERAL (
                 SELECT * FROM checkout_attempts WHERE checkout_session_id = s.id
                  ORDER BY id = s.attempt_id DESC NULLS LAST, created_at DESC LIMIT 1) t ON true
              WHERE s.id = $1`,
      values: [id],
    });
    if (!rows[0]) throw notFound('Checkout session');
    return sessionOf(rows[0]);
  }
}

function sessionOf(row: Row): PageSession {
  return {
    sessionId: row.session_id,
    mode: row.mode,
    appId: row.app_id,
    purpose: row.purpose,
    status: row.status,
    amount: new Money(BigInt(row.amount_minor), row.currency),
    fee: new Money(BigInt(row.fee_minor), row.currency),
    escrow: row.escrow ? { condition: row.escrow_condition, deadlineDays: row.escrow_deadline_days } : null,
    escrowId: row.escrow_id,
    orderRef: row.order_ref,
    customerEmail: row.customer_email,
    description: row.description,
    payee: row.payee,
    takesPayments: row.takes_payments,
    paymentMethods: row.payment_methods,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    embedOrigins: row.embed_origins,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    revision: `${row.version}.${row.attempt_version ?? 0}`,
    attempt: row.attempt === null ? null : attemptOf(row, row.attempt),
  };
}

function attemptOf(row: Row, id: string): PageAttempt {
  return {
    id,
    status: row.attempt_status,
    method: row.method,
    instructions: row.instructions,
    expiresAt: row.attempt_expires_at,
    received:
      row.received_minor === null ? null : new Money(BigInt(row.received_minor), row.received_currency!),
    unappliedReason: row.unapplied_reason,
    isReturning: row.is_returning,
    authMode: row.auth_mode,
    gwRef: row.gw_ref,
    redirectUrl: row.redirect_url,
    failure: row.failure,
    tries: row.tries,
    charge: new Money(BigInt(row.charge_minor), row.charge_currency),
    buyer: row.buyer_email === null ? null : { email: row.buyer_email, proofId: row.buyer_proof! },
  };
}
