import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a company was asked for a refund: one that it refuses may have been carried out before, unheard. */
export class RefundsSent1763700001083 implements MigrationInterface {
  name = 'RefundsSent1763700001083';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts ADD COLUMN refunds_sent smallint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN checkout_attempts.refunds_sent IS 'times the company was asked to send the money back'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE checkout_attempts DROP COLUMN refunds_sent`);
  }
}
