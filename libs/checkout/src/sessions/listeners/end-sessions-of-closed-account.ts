import { EventsHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { type AfterCommitHandler, AfterCommit, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';

/** Makes the live sessions of a closed account expire with the next run of the job. */
@EventsHandler(AccountClosed)
@AfterCommit('end-sessions-of-closed-account')
export class EndSessionsOfClosedAccount implements AfterCommitHandler<AccountClosed> {
  async handle({ data: { userId, at } }: StoredEvent<AccountClosed>, tx: PoolClient): Promise<void> {
    await tx.query(
      `UPDATE checkout_sessions SET expires_at = $2
        WHERE owner_id = $1 AND mode = 'live' AND status IN ('pending', 'processing') AND expires_at > $2`,
      [userId, at],
    );
  }
}
