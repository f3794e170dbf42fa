import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions that move to another plan, and credits for the rest of periods that were paid. */
export class PlanChanges1763700001720 implements MigrationInterface {
  name = 'PlanChanges1763700001720';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions
        ADD COLUMN anchor_cycle integer NOT NULL DEFAULT 0,
        ADD COLUMN next_plan_id text REFERENCES subscription_plans (plan_id),
        ADD COLUMN credit_minor bigint NOT NULL DEFAULT 0 CHECK (credit_minor >= 0),
        ADD CONSTRAINT subscriptions_next_plan CHECK (next_plan_id IS NULL OR status <> 'cancelled' AND NOT cancel_at_period_end);
      COMMENT ON COLUMN subscriptions.anchor_at IS 'the first billing date of the plan, from which every period is computed';
      COMMENT ON COLUMN subscriptions.anchor_cycle IS 'the cycle that begins at the anchor';
      COMMENT ON COLUMN subscriptions.next_plan_id IS 'the plan that takes effect at the end of the period';
      COMMENT ON COLUMN subscriptions.credit_minor IS 'paid for periods that were not used; reduces the next invoices';

      ALTER TABLE subscription_invoices
        ADD COLUMN credit_minor bigint NOT NULL DEFAULT 0 CHECK (credit_minor >= 0),
        DROP CONSTRAINT subscription_invoices_amount_minor_check,
        ADD CONSTRAINT subscription_invoices_amount CHECK (amount_minor >= 0 AND amount_minor + credit_minor > 0);
      COMMENT ON COLUMN subscription_invoices.amount_minor IS 'what remains to be paid: the price less the credit';
      COMMENT ON COLUMN subscription_invoices.credit_minor IS 'the part of the price that a credit of the subscription covers';

      CREATE TABLE subscription_credits (
        invoice_key uuid PRIMARY KEY REFERENCES subscription_invoices (id),
        subscription_key uuid NOT NULL REFERENCES subscriptions (id),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        granted_at timestamptz NOT NULL
      );
      CREATE INDEX subscription_credits_subscription ON subscription_credits (subscription_key);
      COMMENT ON TABLE subscription_credits IS 'paid invoices whose period was cut short, with what the rest of it was worth';
      REVOKE UPDATE, DELETE ON subscription_credits FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE subscription_credits;
      DELETE FROM subscription_invoices WHERE amount_minor = 0;
      ALTER TABLE subscription_invoices
        DROP COLUMN credit_minor,
        DROP CONSTRAINT IF EXISTS subscription_invoices_amount,
        ADD CONSTRAINT subscription_invoices_amount_minor_check CHECK (amount_minor > 0);
      ALTER TABLE subscriptions
        DROP COLUMN anchor_cycle, DROP COLUMN next_plan_id, DROP COLUMN credit_minor;
    `);
  }
}
