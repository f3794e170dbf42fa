import { Inject, Injectable } from '@nestjs/common';
import type { ReceivedPayment } from '@app/charges';
import { POSTGRES_POOL } from '@app/database';
import { type Mode, type Money, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import type { SetAsideReason } from '../common/unapplied-payment.states';
import { CheckoutAttempt } from './checkout-attempt.aggregate';
import { CheckoutAttemptRepository } from './checkout-attempt.repository';
import { CheckoutSession } from '../sessions/checkout-session.aggregate';
import { CheckoutSessionRepository } from '../sessions/checkout-session.repository';
import type { PaymentMethod } from '../common/payment-methods.policy';
import type { SessionOrigin } from '../sessions/session.states';
import { newSessionId, SessionTokensService, tokenHash } from '../sessions/session-tokens.service';

/** What a charge was made for. */
export interface ChargedObject {
  origin: SessionOrigin;
  /** The object, such as an invoice; absent for deposits. */
  originId?: string;
  ownerId: string;
  /** Null where no app asked for it. */
  appId: string | null;
  mode: Mode;
  /** Its price. */
  amount: Money;
  /** Null where the payer is not known. */
  customerEmail: string | null;
}

/** Money that arrived for a charge without a session. */
export interface StrayPayment {
  /** Of the charge at the payment company. */
  reference: string;
  gateway: string;
  /** What the charge was to take. */
  charged: Money;
  payment: ReceivedPayment;
  reason: SetAsideReason;
  /** A card where absent. */
  method?: PaymentMethod;
}

/**
 * Sets aside money of a charge that another lib made without a session, and that its object cannot take. It gets a
 * session that has ended, so that refunds and staff treat it like any other unapplied payment.
 */
@Injectable()
export class SetAsidePaymentsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly tokens: SessionTokensService,
  ) {}

  /** Whether live money for the object waits for staff or for its refund. */
  async isHeldFor(originId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ held: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
                       WHERE s.origin_id = $1 AND a.status = 'unapplied' AND a.mode = 'live') AS held`,
      [originId],
    );
    return rows[0]!.held;
  }

  /** Whether a live transaction of the gateway was set aside, or has paid a session. */
  async isRecorded(gateway: string, transactionId: string): Promise<boolean> {
    return (await this.attempts.byTransaction('live', gateway, transactionId)) !== null;
  }

  /** Stages it in the current unit of work. What was `already-paid`, or came for a payee who has closed the account, goes back by itself. */
  take(object: ChargedObject, stray: StrayPayment, now: Date): void {
    const { reference, gateway, charged, payment, reason, method = 'card' } = stray;
    const sessionId = newSessionId(object.mode);
    const session = CheckoutSession.ended({
      ...object,
      id: uuidv7(now),
      sessionId,
      tokenHash: tokenHash(this.tokens.tokenOf(sessionId)),
      orderRef: null,
      description: null,
      customerName: null,
      metadata: {},
      paymentMethods: [method],
      successUrl: null,
      cancelUrl: null,
      escrowCondition: null,
      escrowDeadlineDays: null,
      createdAt: now,
      expiresAt: now,
    });
    const attempt = new CheckoutAttempt({
      id: uuidv7(now),
      session,
      reference,
      requestKey: null,
      gateway,
      method,
      price: { charge: charged, rate: null },
      now,
    });
    attempt.setAside(payment, reason, session, now);
    this.sessions.add(session);
    this.attempts.add(attempt);
  }
}
