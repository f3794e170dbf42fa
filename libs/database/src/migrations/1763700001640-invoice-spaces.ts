import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Test invoices and payment links belong to the app that made them and follow its test clock. */
export class InvoiceSpaces1763700001640 implements MigrationInterface {
  name = 'InvoiceSpaces1763700001640';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['invoices', 'payment_links'])
      await runner.query(`
        ALTER TABLE ${table} ADD COLUMN app_id uuid;
        COMMENT ON COLUMN ${table}.app_id IS 'the test app that made it; null in live mode';
        UPDATE ${table} t SET app_id = (
          SELECT a.id FROM merchant_apps a WHERE a.owner_id = t.owner_id AND a.mode = 'test' ORDER BY a.created_at, a.id LIMIT 1)
         WHERE mode = 'test';
        ALTER TABLE ${table} ADD CONSTRAINT ${table}_space CHECK ((mode = 'test') = (app_id IS NOT NULL));
        CREATE INDEX ${table}_test_listed ON ${table} (app_id, created_at DESC, id DESC) WHERE mode = 'test';
      `);
    await runner.query(`
      CREATE INDEX invoices_test_due ON invoices (app_id, due_date)
        WHERE mode = 'test' AND status = 'sent' AND due_date IS NOT NULL;
      CREATE INDEX invoices_test_remind ON invoices (app_id, remind_at) WHERE mode = 'test' AND remind_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invoices DROP COLUMN app_id;
      ALTER TABLE payment_links DROP COLUMN app_id;
    `);
  }
}
