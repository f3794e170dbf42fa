import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment of an invoice is counted once. */
export class InvoiceProof1763700001680 implements MigrationInterface {
  name = 'InvoiceProof1763700001680';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNIQUE INDEX invoice_payments_booking ON invoice_payments (booking_key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invoice_payments_booking');
  }
}
