import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of plan that take effect when their invoice is paid. */
export class PaidPlanChanges1763700002041 implements MigrationInterface {
  name = 'PaidPlanChanges1763700002041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions
        ADD COLUMN pending_plan_id text REFERENCES subscription_plans (plan_id),
        ADD COLUMN pending_invoice_id text REFERENCES subscription_invoices (invoice_id) DEFERRABLE INITIALLY DEFERRED,
        ADD CONSTRAINT subscriptions_pending_plan CHECK ((pending_plan_id IS NULL) = (pending_invoice_id IS NULL)
          AND (pending_plan_id IS NULL OR next_plan_id IS NULL AND status <> 'cancelled' AND NOT cancel_at_period_end));
      COMMENT ON COLUMN subscriptions.pending_plan_id IS 'the plan that takes effect when the invoice of pending_invoice_id is paid';
      ALTER TABLE subscription_invoices DROP CONSTRAINT subscription_invoices_cycle_check;
      COMMENT ON COLUMN subscription_invoices.cycle IS 'from 0; negative for a change of plan that has not taken effect';
    `);
  }

  /** Invoices of changes stay, because charges refer to them; those that wait are given up. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions DROP COLUMN pending_plan_id, DROP COLUMN pending_invoice_id;
      UPDATE checkout_sessions s SET status = 'expired', version = s.version + 1 FROM subscription_invoices i
       WHERE i.id = s.origin_id AND s.purpose = 'subscription' AND s.status = 'pending' AND i.cycle < 0;
      UPDATE subscription_invoices SET status = 'failed', voided_at = now(), next_retry_at = NULL, version = version + 1
       WHERE cycle < 0 AND status = 'created';
      ALTER TABLE subscription_invoices ADD CONSTRAINT subscription_invoices_cycle_check CHECK (cycle >= 0) NOT VALID;
    `);
  }
}
