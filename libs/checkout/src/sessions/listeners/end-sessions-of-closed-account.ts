import { EventsHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { type AfterCommitHandler, AfterCommit, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';

/**
 * Makes the live sessions of a closed account expire with the next run of the job. Money that waits for a decision of staff
 * goes back to those who paid it, unless that was tried before.
 */
@EventsHandler(AccountClosed)
@AfterCommit('end-sessions-of-closed-account')
export class EndSessionsOfClosedAccount implements AfterCommitHandler<AccountClosed> {
  async handle({ data: { userId, at } }: StoredEvent<AccountClosed>, tx: PoolClient): Promise<void> {
    await tx.query(
      `UPDATE checkout_sessions SET expires_at = $2
        WHERE owner_id = $1 AND mode = 'live' AND status IN ('pending', 'processing') AND expires_at > $2`,
      [userId, at],
    );
    await tx.query(
      `INSERT INTO refunds (id, refund_id, owner_id, app_id, mode, source, payment_id, session_id, method, rail, gateway,
                            gateway_transaction_id, received_minor, face_minor, currency, charge_minor, charge_currency,
                            debited_minor, status, due_at, unanswered, questions, created_at, version)
       SELECT gen_random_uuid(), 'rf_live_' || replace(gen_random_uuid()::text, '-', ''), a.owner_id, s.app_id, 'live',
              'unapplied', a.id, s.session_id, a.method, 'provider', a.gateway, a.gateway_transaction_id, a.received_minor,
              a.received_minor, a.received_currency, a.received_minor, a.received_currency, 0, 'pending', $2, 0, 0, $2, 1
         FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE a.owner_id = $1 AND a.mode = 'live' AND a.status = 'unapplied'
          AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = a.id)`,
      [userId, at],
    );
  }
}
