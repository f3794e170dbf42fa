import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CODES = CURRENCIES.map((code) => `'${code}'`).join(', ');

/** Payrolls, each written once and whole with the bookings of its rows. The apps may add to them and change nothing. */
export class Payroll1763700001130 implements MigrationInterface {
  name = 'Payroll1763700001130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payroll_batches (
        owner_id uuid NOT NULL,
        id uuid NOT NULL,
        name text,
        currency text NOT NULL CHECK (currency IN (${CODES})),
        total_minor bigint NOT NULL CHECK (total_minor > 0),
        recipient_count int NOT NULL CHECK (recipient_count BETWEEN 1 AND 1000),
        completed_at timestamptz NOT NULL,
        version int NOT NULL,
        PRIMARY KEY (owner_id, id)
      );
      COMMENT ON COLUMN payroll_batches.owner_id IS 'who pays';

      CREATE TABLE payroll_items (
        owner_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        row_number int NOT NULL CHECK (row_number BETWEEN 1 AND 1000),
        id uuid NOT NULL,
        recipient_id uuid NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        received_minor bigint NOT NULL CHECK (received_minor > 0),
        received_currency text NOT NULL CHECK (received_currency IN (${CODES})),
        note text,
        version int NOT NULL,
        CONSTRAINT payroll_items_id UNIQUE (id),
        CONSTRAINT payroll_items_row PRIMARY KEY (owner_id, batch_id, row_number),
        CONSTRAINT payroll_items_recipient UNIQUE (owner_id, batch_id, recipient_id),
        CONSTRAINT payroll_items_two_people CHECK (recipient_id <> owner_id)
      );
      COMMENT ON COLUMN payroll_items.id IS 'the transaction in both histories, and its journal';
      COMMENT ON COLUMN payroll_items.amount_minor IS 'in the currency of the batch';
      REVOKE UPDATE, DELETE ON payroll_batches, payroll_items FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payroll_items; DROP TABLE payroll_batches');
  }
}
