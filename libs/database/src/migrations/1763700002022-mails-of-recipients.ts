import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the mails of one recipient and the invoices to one mailbox, which daily limits count. */
export class MailsOfRecipients1763700002022 implements MigrationInterface {
  name = 'MailsOfRecipients1763700002022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX mails_recipient ON mails (recipient, type, created_at);
      CREATE INDEX invoice_mails_mailbox ON invoice_mails (regexp_replace(recipient, '\\+[^@]*@', '@'), created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invoice_mails_mailbox; DROP INDEX mails_recipient');
  }
}
