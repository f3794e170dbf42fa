import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Credit notes of refunds, beside those that write off a part of an invoice. */
export class RefundCreditNotes1764504000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE credit_notes
        ADD COLUMN refund_id text,
        ADD CONSTRAINT credit_notes_refund UNIQUE (refund_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_notes DROP COLUMN refund_id');
  }
}
