import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { TestClockReset } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/**
 * Ends the open test sessions of an app whose test clock is reset. A payment under way ends by its own outcome, within the
 * time that was left.
 */
@EventsHandler(TestClockReset)
@InTransaction()
export class CloseTestSessions implements IEventHandler<TestClockReset> {
  constructor(private readonly unit: UnitOfWork) {}

  handle({ aggregateId: appId, data }: TestClockReset): void {
    this.unit.stage({
      sql: `UPDATE checkout_sessions SET status = 'expired', version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status = 'pending'`,
      parameters: [appId],
    });
    this.unit.stage({
      sql: `UPDATE checkout_sessions SET expires_at = expires_at - $2::float8 * interval '1 millisecond', version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status = 'processing'`,
      parameters: [appId, data.aheadMs],
    });
  }
}
