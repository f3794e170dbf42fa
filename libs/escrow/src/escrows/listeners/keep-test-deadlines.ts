import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { TestClockReset } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/** Deadlines of open test escrows and their disputes keep the time that was left when the test clock of their app is reset. */
@EventsHandler(TestClockReset)
@InTransaction()
export class KeepTestDeadlines implements IEventHandler<TestClockReset> {
  constructor(private readonly unit: UnitOfWork) {}

  handle({ aggregateId: appId, data: { aheadMs } }: TestClockReset): void {
    this.unit.stage({
      sql: `UPDATE escrows SET deadline_at = deadline_at - $2::float8 * interval '1 millisecond', version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status IN ('funded', 'disputed') AND overdue_at IS NULL
               AND deadline_at IS NOT NULL`,
      parameters: [appId, aheadMs],
    });
    this.unit.stage({
      sql: `UPDATE escrow_disputes d SET resolve_by = d.resolve_by - $2::float8 * interval '1 millisecond', version = d.version + 1
              FROM escrows e
             WHERE e.app_id = $1 AND e.mode = 'test' AND e.id = d.escrow_id AND d.status <> 'resolved'`,
      parameters: [appId, aheadMs],
    });
  }
}
