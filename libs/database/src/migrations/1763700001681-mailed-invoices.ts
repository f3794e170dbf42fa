import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which PDFs the mails of invoices carried. */
export class MailedInvoices1763700001681 implements MigrationInterface {
  name = 'MailedInvoices1763700001681';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mailed_invoice_files (
        invoice_mail_id uuid NOT NULL REFERENCES invoice_mails,
        sha256 bytea NOT NULL CHECK (length(sha256) = 32),
        drawn_at timestamptz NOT NULL,
        PRIMARY KEY (invoice_mail_id, sha256)
      );
      COMMENT ON TABLE mailed_invoice_files IS
        'recorded before a mail is sent; more than one row if it was tried again after the invoice had changed';
      REVOKE UPDATE, DELETE ON mailed_invoice_files FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mailed_invoice_files');
  }
}
