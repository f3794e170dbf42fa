import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Mode, Money, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import { CheckoutAttemptRepository } from '../attempts/checkout-attempt.repository';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import { CheckoutSessionRepository } from '../sessions/checkout-session.repository';
import { heldInEscrow, notPaid } from './refund.errors';
import type { RefundedPayment } from './refund-terms';

/** A payment that its merchant can refund. */
export interface RefundablePayment extends RefundedPayment {
  /** What can be refunded at most of the price. */
  face: Money;
  /** What the payer paid for it. */
  charged: Money;
  /** The account whose wallet paid; null where none of ours did. */
  payerId: string | null;
  customerEmail: string | null;
  paidAt: Date;
}

/** Finds what can be refunded of a checkout session. */
@Injectable()
export class RefundablePaymentsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
  ) {}

  /** Of a session of this owner. Throws INVALID_STATE where it is not paid, or its money is held in escrow. */
  async ofSession(ownerId: string, mode: Mode, id: string): Promise<RefundablePayment> {
    const session = await this.sessions.ofOwner(ownerId, mode, id);
    if (session.origin === 'deposit') throw notFound('Checkout session');
    if (session.status !== 'completed') throw notPaid();
    const attempt = await this.attempts.byId(session.attemptId!);
    const received = attempt.received!;
    const { sessionId, appId, due } = session;
    const { id: paymentId, method, gateway, gatewayTransactionId, payerId } = attempt;
    const face = session.escrow ? await this.releasedOf(session) : session.amount;
    return {
      ownerId,
      appId,
      mode,
      paymentId,
      sessionId,
      invoiceId: null,
      method,
      gateway,
      gatewayTransactionId: gatewayTransactionId!,
      received,
      face,
      // The fee of an escrow is not the merchant's.
      charged: new Money((received.minor * face.minor) / due.minor, received.currency),
      payerId,
      customerEmail: session.customerEmail ?? attempt.buyerEmail,
      paidAt: session.paidAt!,
    };
  }

  /** What the merchant got out of the escrow of a session. */
  private async releasedOf({ sessionId, amount }: CheckoutSession): Promise<Money> {
    const { rows } = await this.pool.query<{ id: string; status: string; beneficiary: string | null }>(
      `SELECT e.id, e.status, d.beneficiary_minor AS beneficiary
         FROM escrows e LEFT JOIN escrow_disputes d ON d.escrow_id = e.id WHERE e.checkout_session_id = $1`,
      [sessionId],
    );
    const { id, status, beneficiary } = rows[0]!;
    switch (status) {
      case 'released':
        return amount;
      case 'resolved_split':
        return new Money(BigInt(beneficiary!), amount.currency);
      case 'refunded':
        return Money.zero(amount.currency);
      default:
        throw heldInEscrow(id);
    }
  }
}
