import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Advances of test clocks that stop at a quota, and indexes by which open test objects are counted. */
export class TestQuotas1763700002081 implements MigrationInterface {
  name = 'TestQuotas1763700002081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE test_clocks ADD COLUMN stopped text CHECK (stopped = 'quota');
      COMMENT ON COLUMN test_clocks.stopped IS 'why the last advance ended before its target';
      CREATE INDEX subscriptions_test_open ON subscriptions (app_id) WHERE mode = 'test' AND status <> 'cancelled';
      CREATE INDEX invoices_test_open ON invoices (app_id) WHERE mode = 'test' AND status IN ('draft', 'sent', 'overdue');
      CREATE INDEX payment_links_test_open ON payment_links (app_id) WHERE mode = 'test' AND active;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX payment_links_test_open, invoices_test_open, subscriptions_test_open;
      ALTER TABLE test_clocks DROP COLUMN stopped;
    `);
  }
}
