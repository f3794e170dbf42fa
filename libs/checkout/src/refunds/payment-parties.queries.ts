import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { isUuid } from '@app/kernel';
import type { Pool } from 'pg';

interface RefundParties {
  paymentId: string;
  ownerId: string;
  payerId: string | null;
  customerEmail: string | null;
}

export interface PartyNames {
  merchants: string[];
  payer: string | null;
}

/** Finds whose money a payment is, so that staff decide nothing of their own. */
@Injectable()
export class PaymentPartiesQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Accounts concerned by a refund: those of its payment, and those with the address that it is reported to. */
  async ofRefund({ paymentId, ownerId, payerId, customerEmail }: RefundParties): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>('SELECT id FROM users WHERE email = lower($1)', [
      customerEmail,
    ]);
    const others = [...rows.map(({ id }) => id), ...(await this.partiesOf(paymentId))];
    return payerId ? [ownerId, payerId, ...others] : [ownerId, ...others];
  }

  /** The name of the payer, as the payment has it, and those of the merchant, as a business and as a person. */
  async namesOf({ sessionId, ownerId }: { sessionId: string | null; ownerId: string }): Promise<PartyNames> {
    const { rows } = await this.pool.query<PartyNames>(
      `SELECT array_remove(ARRAY[u.business_name, nullif(concat_ws(' ', u.first_name, u.last_name), '')], NULL) AS merchants,
              s.customer_name AS payer
         FROM users u LEFT JOIN checkout_sessions s ON s.session_id = $2 WHERE u.id = $1`,
      [ownerId, sessionId],
    );
    return rows[0]!;
  }

  /**
   * Accounts concerned by a live payment: the merchant or depositor who is credited, the wallet that paid, both parties of
   * its escrow, and accounts with the buyer's e-mail address, proved or not. Empty for an unknown id.
   */
  async partiesOf(attemptId: string): Promise<string[]> {
    if (!isUuid(attemptId)) return [];
    const { rows } = await this.pool.query<{ id: string }>(
      `WITH payment AS (
         SELECT a.payer_id, s.owner_id, s.customer_email, e.initiator_id, e.initiator_email, e.beneficiary_id
           FROM checkout_attempts a
           JOIN checkout_sessions s ON s.id = a.checkout_session_id
           LEFT JOIN escrows e ON e.checkout_session_id = s.session_id
          WHERE a.id = $1 AND a.mode = 'live')
       SELECT u.id FROM payment p
         JOIN users u ON u.id IN (p.payer_id, p.owner_id, p.initiator_id, p.beneficiary_id)
       UNION
       SELECT u.id FROM payment p JOIN users u ON u.email IN (lower(p.customer_email), lower(p.initiator_email))`,
      [attemptId],
    );
    return rows.map(({ id }) => id);
  }
}
