import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UserUnfrozen } from '@app/accounts';
import { Times } from '@app/kernel';
import { InTransaction, UnitOfWork } from '@app/write-path';

/** Gives the customers of a merchant the time to pay by link in which the account was frozen and took no payments. */
@EventsHandler(UserUnfrozen)
@InTransaction()
export class ExtendLinksAfterFreeze implements IEventHandler<UserUnfrozen> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly times: Times,
  ) {}

  async handle({ data: { userId, frozenAt } }: UserUnfrozen): Promise<void> {
    // A freeze is measured in real time.
    const now = await this.times.of({ mode: 'live', appId: null });
    this.unit.stage({
      sql: `UPDATE subscription_invoices
               SET link_ends_at = link_ends_at + ($3::timestamptz - $2::timestamptz), version = version + 1
             WHERE owner_id = $1 AND mode = 'live' AND status = 'created' AND NOT is_silent AND link_ends_at > $2::timestamptz`,
      parameters: [userId, frozenAt, now],
    });
  }
}
