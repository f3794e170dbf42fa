import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { TestClockReset } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/** Ends the open test subscriptions of an app whose test clock is reset, and voids their invoices. */
@EventsHandler(TestClockReset)
@InTransaction()
export class CloseTestSubscriptions implements IEventHandler<TestClockReset> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  handle({ aggregateId: appId }: TestClockReset): void {
    const parameters = [appId, this.clock.now()];
    this.unit.stage({
      sql: `UPDATE subscription_invoices
               SET status = 'failed', voided_at = $2::timestamptz, next_retry_at = NULL, version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status = 'created'`,
      parameters,
    });
    this.unit.stage({
      sql: `UPDATE subscriptions
               SET status = 'cancelled', cancelled_at = $2::timestamptz, cancellation_reason = 'merchant_cancelled',
                   due_at = NULL, cancel_at_period_end = false, version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status <> 'cancelled'`,
      parameters,
    });
  }
}
