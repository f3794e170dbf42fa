import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The company's name for a refund, once for each payment; and how many requests for it nobody heard the end of. */
export class RefundsKnown1763700001110 implements MigrationInterface {
  name = 'RefundsKnown1763700001110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts RENAME COLUMN refunds_sent TO refunds_unheard;
      COMMENT ON COLUMN checkout_attempts.refunds_unheard IS
        'requests to send the money back of which nobody knows what became';
      ALTER TABLE checkout_attempts ADD COLUMN refund_id text;
      COMMENT ON COLUMN checkout_attempts.refund_id IS
        'the company''s name for the refund: taken while the status is unapplied, else carried out';
      CREATE UNIQUE INDEX checkout_attempts_refund_id ON checkout_attempts (mode, gateway, refund_id)
        WHERE refund_id IS NOT NULL;
      ALTER TABLE simulator.refunds ADD COLUMN done_at timestamptz;
      COMMENT ON COLUMN simulator.refunds.done_at IS 'pending until then'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE simulator.refunds DROP COLUMN done_at;
      ALTER TABLE checkout_attempts DROP COLUMN refund_id;
      ALTER TABLE checkout_attempts RENAME COLUMN refunds_unheard TO refunds_sent;
      COMMENT ON COLUMN checkout_attempts.refunds_sent IS 'times the company was asked to send the money back'`);
  }
}
