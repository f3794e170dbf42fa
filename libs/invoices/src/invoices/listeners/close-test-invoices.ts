import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { TestClockReset } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/**
 * Voids the issued test invoices of an app whose test clock is reset, and switches off its payment links that
 * expire. Drafts stay, and invoices that are paid in part.
 */
@EventsHandler(TestClockReset)
@InTransaction()
export class CloseTestInvoices implements IEventHandler<TestClockReset> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  handle({ aggregateId: appId }: TestClockReset): void {
    this.unit.stage({
      sql: `UPDATE invoices SET status = 'void', voided_at = $2::timestamptz, remind_at = NULL, version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status IN ('sent', 'overdue') AND paid_minor = 0`,
      parameters: [appId, this.clock.now()],
    });
    this.unit.stage({
      sql: `UPDATE payment_links SET active = false, version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND active AND expires_at IS NOT NULL`,
      parameters: [appId],
    });
  }
}
