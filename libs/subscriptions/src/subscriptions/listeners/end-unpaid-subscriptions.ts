import { EventsHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { type AfterCommitHandler, AfterCommit, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';

/** Ends the live subscriptions of a closed account that a browser made and that are not paid yet. */
@EventsHandler(AccountClosed)
@AfterCommit('end-unpaid-subscriptions')
export class EndUnpaidSubscriptions implements AfterCommitHandler<AccountClosed> {
  async handle({ data: { userId, at } }: StoredEvent<AccountClosed>, tx: PoolClient): Promise<void> {
    await tx.query(
      `WITH ended AS (
         UPDATE subscriptions
            SET status = 'cancelled', cancelled_at = $2, cancellation_reason = 'merchant_cancelled', due_at = NULL,
                cancel_at_period_end = false, next_plan_id = NULL, version = version + 1
          WHERE owner_id = $1 AND mode = 'live' AND status <> 'cancelled' AND NOT is_confirmed
         RETURNING id)
       UPDATE subscription_invoices i
          SET status = 'failed', voided_at = $2, next_retry_at = NULL, version = i.version + 1
         FROM ended WHERE i.subscription_key = ended.id AND i.status = 'created'`,
      [userId, at],
    );
  }
}
