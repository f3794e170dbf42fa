import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charges of saved cards that count as failed without an answer of the payment company, and are still asked about. */
export class QuestionsAboutFailedCharges1763700001800 implements MigrationInterface {
  name = 'QuestionsAboutFailedCharges1763700001800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE card_charges
        DROP CONSTRAINT card_charges_due,
        ADD CONSTRAINT card_charges_due CHECK (CASE status
          WHEN 'succeeded' THEN due_at IS NULL
          WHEN 'failed' THEN due_at IS NULL OR failure IS NOT DISTINCT FROM 'error'
          ELSE due_at IS NOT NULL END);
      DROP INDEX card_charges_one_open;
      CREATE UNIQUE INDEX card_charges_one_open ON card_charges (invoice_key) WHERE status IN ('intended', 'sent');
      UPDATE card_charges SET due_at = sent_at + interval '2 days' WHERE status = 'failed' AND failure = 'error' AND mode = 'live';
      COMMENT ON COLUMN card_charges.due_at IS 'when it is sent or asked about, in business time; null once its outcome is known';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE card_charges SET due_at = NULL WHERE status = 'failed';
      DROP INDEX card_charges_one_open;
      CREATE UNIQUE INDEX card_charges_one_open ON card_charges (invoice_key) WHERE due_at IS NOT NULL;
      ALTER TABLE card_charges
        DROP CONSTRAINT card_charges_due,
        ADD CONSTRAINT card_charges_due CHECK ((status IN ('intended', 'sent')) = (due_at IS NOT NULL));
      COMMENT ON COLUMN card_charges.due_at IS 'when it is sent or asked about, in business time';
    `);
  }
}
