import { EventsHandler } from '@nestjs/cqrs';
import { AccountClosed } from '@app/accounts';
import { type AfterCommitHandler, AfterCommit, type StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';

/** Switches off the payment links of a closed account. */
@EventsHandler(AccountClosed)
@AfterCommit('switch-off-links')
export class SwitchOffLinks implements AfterCommitHandler<AccountClosed> {
  async handle({ data: { userId } }: StoredEvent<AccountClosed>, tx: PoolClient): Promise<void> {
    await tx.query(
      'UPDATE payment_links SET active = false, version = version + 1 WHERE owner_id = $1 AND active',
      [userId],
    );
  }
}
