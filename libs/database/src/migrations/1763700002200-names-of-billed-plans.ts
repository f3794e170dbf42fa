import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name of the plan that an invoice bills, which is not that of the subscription while a change of plan waits. */
export class NamesOfBilledPlans1763700002200 implements MigrationInterface {
  name = 'NamesOfBilledPlans1763700002200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription_invoices ADD COLUMN plan_name text;
      UPDATE subscription_invoices i SET plan_name = CASE WHEN s.plan_id = i.plan_id THEN s.plan_name ELSE p.name END
        FROM subscriptions s, subscription_plans p WHERE s.id = i.subscription_key AND p.plan_id = i.plan_id;
      ALTER TABLE subscription_invoices ALTER COLUMN plan_name SET NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscription_invoices DROP COLUMN plan_name');
  }
}
