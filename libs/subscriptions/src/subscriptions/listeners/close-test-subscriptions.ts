import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { TestClockReset } from '@app/test-clock';
import { InTransaction, UnitOfWork } from '@app/write-path';

/**
 * Ends the open test subscriptions of an app whose test clock is reset, and voids their invoices. Charges of cards whose
 * outcome is not known are asked about after the time that was left.
 */
@EventsHandler(TestClockReset)
@InTransaction()
export class CloseTestSubscriptions implements IEventHandler<TestClockReset> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  handle({ aggregateId: appId, data }: TestClockReset): void {
    const parameters = [appId, this.clock.now()];
    this.unit.stage({
      sql: `UPDATE wallet_mandates m SET revoked_at = $2::timestamptz, version = m.version + 1
              FROM subscriptions s
             WHERE s.app_id = $1 AND s.mode = 'test' AND m.id = s.mandate_id`,
      parameters,
    });
    this.unit.stage({
      sql: `UPDATE saved_cards c SET token_sealed = NULL, erased_at = $2::timestamptz, version = c.version + 1
              FROM subscriptions s
             WHERE s.app_id = $1 AND s.mode = 'test' AND c.id = s.saved_card_id`,
      parameters,
    });
    this.unit.stage({
      sql: `UPDATE card_charges SET sent_at = sent_at - $2::float8 * interval '1 millisecond',
                   due_at = due_at - $2::float8 * interval '1 millisecond', version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND due_at IS NOT NULL`,
      parameters: [appId, data.aheadMs],
    });
    this.unit.stage({
      sql: `UPDATE subscription_invoices
               SET status = 'failed', voided_at = $2::timestamptz, next_retry_at = NULL, version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND (status = 'created' OR is_silent AND next_retry_at IS NOT NULL)`,
      parameters,
    });
    this.unit.stage({
      sql: `UPDATE subscriptions
               SET status = 'cancelled', cancelled_at = $2::timestamptz, cancellation_reason = 'merchant_cancelled',
                   due_at = NULL, cancel_at_period_end = false, mandate_id = NULL, saved_card_id = NULL, next_plan_id = NULL,
                   pending_plan_id = NULL, pending_invoice_id = NULL, version = version + 1
             WHERE app_id = $1 AND mode = 'test' AND status <> 'cancelled'`,
      parameters,
    });
  }
}
