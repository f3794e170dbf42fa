import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { TestClockReset } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/**
 * When the test clock of an app is reset, its rotated keys that have ended stay so, and the others work for as long as was
 * left.
 */
@EventsHandler(TestClockReset)
@InTransaction()
export class EndRotatedTestKeys implements IEventHandler<TestClockReset> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  handle({ aggregateId: appId, data: { aheadMs } }: TestClockReset): void {
    const now = this.clock.now();
    this.unit.stage({
      sql: `UPDATE api_keys SET expires_at = CASE WHEN expires_at <= $3::timestamptz THEN least(expires_at, $2::timestamptz)
                                                  ELSE expires_at - $4::float8 * interval '1 millisecond' END
             WHERE app_id = $1 AND expires_at IS NOT NULL`,
      parameters: [appId, now, new Date(now.getTime() + aheadMs), aheadMs],
    });
  }
}
