import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Returns of withdrawals that their providers take back, before and after they are credited. */
export class WithdrawnReturns1763700001780 implements MigrationInterface {
  name = 'WithdrawnReturns1763700001780';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE withdrawals
        ADD COLUMN returns int NOT NULL DEFAULT 0 CHECK (returns >= 0),
        ADD COLUMN redelivered_at timestamptz,
        DROP CONSTRAINT withdrawals_paid_late,
        ADD CONSTRAINT withdrawals_paid_late
          CHECK (paid_late_at IS NULL OR status = 'failed' OR return_credited_at IS NOT NULL);
      UPDATE withdrawals SET returns = 1 WHERE returned_at IS NOT NULL;
      COMMENT ON COLUMN withdrawals.returns IS 'returns that the provider has reported; the booking of each has its number';
      COMMENT ON COLUMN withdrawals.redelivered_at IS 'when the provider first said, since its report of a return, that it was delivered';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE withdrawals
        DROP COLUMN returns,
        DROP COLUMN redelivered_at,
        DROP CONSTRAINT withdrawals_paid_late,
        ADD CONSTRAINT withdrawals_paid_late CHECK (paid_late_at IS NULL OR status = 'failed') NOT VALID;
    `);
  }
}
