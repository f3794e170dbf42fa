import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verifications of the ledger that staff request and a scheduler runs, one at a time. */
export class LedgerVerifications1763700001230 implements MigrationInterface {
  name = 'LedgerVerifications1763700001230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger_verifications (
        id uuid PRIMARY KEY,
        requested_by uuid NOT NULL,
        requested_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz,
        attempts int NOT NULL DEFAULT 0,
        report jsonb,
        error text,
        CONSTRAINT ledger_verifications_outcome CHECK ((finished_at IS NOT NULL) = (report IS NOT NULL OR error IS NOT NULL))
      );
      COMMENT ON COLUMN ledger_verifications.started_at IS 'of the last attempt; null: none has begun';
      CREATE UNIQUE INDEX ledger_verifications_open ON ledger_verifications ((true)) WHERE finished_at IS NULL;
      CREATE INDEX ledger_verifications_requested ON ledger_verifications (requested_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger_verifications');
  }
}
