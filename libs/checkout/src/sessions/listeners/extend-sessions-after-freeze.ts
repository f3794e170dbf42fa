import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UserUnfrozen } from '@app/accounts';
import { Times } from '@app/kernel';
import { InTransaction, UnitOfWork } from '@app/write-path';

/** Keeps the links of subscriptions open for as long as their merchant was frozen and took no payments. */
@EventsHandler(UserUnfrozen)
@InTransaction()
export class ExtendSessionsAfterFreeze implements IEventHandler<UserUnfrozen> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly times: Times,
  ) {}

  async handle({ data: { userId, frozenAt } }: UserUnfrozen): Promise<void> {
    // A freeze is measured in real time.
    const now = await this.times.of({ mode: 'live', appId: null });
    this.unit.stage({
      sql: `UPDATE checkout_sessions
               SET expires_at = expires_at + ($3::timestamptz - $2::timestamptz), version = version + 1
             WHERE owner_id = $1 AND mode = 'live' AND purpose = 'subscription'
               AND status IN ('pending', 'processing') AND expires_at > $2::timestamptz`,
      parameters: [userId, frozenAt, now],
    });
  }
}
