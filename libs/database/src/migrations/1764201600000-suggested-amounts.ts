import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Amounts that a payment link offers to a payer who chooses. */
export class SuggestedAmounts1764201600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_links
        ADD COLUMN suggested_minor bigint[] NOT NULL DEFAULT '{}',
        ADD CONSTRAINT payment_links_suggested CHECK (
          cardinality(suggested_minor) <= 4 AND 0 < ALL (suggested_minor)
          AND (cardinality(suggested_minor) = 0 OR amount_minor IS NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_links DROP COLUMN suggested_minor');
  }
}
