import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { UserUnfrozen } from '@app/accounts';
import { OriginSessionsService } from '@app/checkout';
import { Times } from '@app/kernel';
import { postpone } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/** Gives the customers of a merchant the time to pay by link in which the account was frozen and took no payments. */
@EventsHandler(UserUnfrozen)
@InTransaction()
export class ExtendLinksAfterFreeze implements IEventHandler<UserUnfrozen> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly sessions: OriginSessionsService,
    private readonly times: Times,
  ) {}

  async handle({ data: { userId, frozenAt } }: UserUnfrozen): Promise<void> {
    // A freeze is measured in real time.
    const now = await this.times.of({ mode: 'live', appId: null });
    this.sessions.extendLinks(userId, frozenAt, now);
    const isPayable = `status <> 'paid' AND voided_at IS NULL`;
    const sql = postpone('subscription_invoices', 'link_ends_at', isPayable);
    this.unit.stage({ sql, parameters: [userId, frozenAt, now] });
  }
}
