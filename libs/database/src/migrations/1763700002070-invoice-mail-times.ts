import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a mail of an invoice was requested in real time, which tells requests at once from later ones. */
export class InvoiceMailTimes1763700002070 implements MigrationInterface {
  name = 'InvoiceMailTimes1763700002070';

  async up(runner: QueryRunner): Promise<void> {
    // The default is set afterwards: rows that exist keep null, and the table is not rewritten.
    await runner.query(`
      ALTER TABLE invoice_mails ADD COLUMN stored_at timestamptz;
      ALTER TABLE invoice_mails ALTER COLUMN stored_at SET DEFAULT clock_timestamp();
      COMMENT ON COLUMN invoice_mails.stored_at IS 'real time; created_at is business time';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice_mails DROP COLUMN stored_at');
  }
}
