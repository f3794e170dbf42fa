import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the mails of one recipient, which daily limits count. */
export class MailsOfRecipients1763700002022 implements MigrationInterface {
  name = 'MailsOfRecipients1763700002022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX mails_recipient ON mails (recipient, type, created_at);
      CREATE INDEX invoice_mails_recipient ON invoice_mails (recipient, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invoice_mails_recipient; DROP INDEX mails_recipient');
  }
}
