import { EventsHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { type AfterCommitHandler, AfterCommit, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';

/** Ends the time of open payment requests that a closed account made or received. */
@EventsHandler(AccountClosed)
@AfterCommit('end-requests-of-closed-account')
export class EndRequestsOfClosedAccount implements AfterCommitHandler<AccountClosed> {
  async handle({ data: { userId, at } }: StoredEvent<AccountClosed>, tx: PoolClient): Promise<void> {
    await tx.query(
      `UPDATE payment_requests SET expires_at = $2, version = version + 1
        WHERE $1 IN (asker_id, asked_id) AND status = 'pending' AND expires_at > $2`,
      [userId, at],
    );
  }
}
