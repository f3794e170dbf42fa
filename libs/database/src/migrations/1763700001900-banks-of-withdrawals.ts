import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name of the bank that a withdrawal goes to, for its webhooks. */
export class BanksOfWithdrawals1763700001900 implements MigrationInterface {
  name = 'BanksOfWithdrawals1763700001900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE withdrawals ADD COLUMN bank_name text;
      COMMENT ON COLUMN withdrawals.bank_name IS 'null: no bank account, or its bank is not known';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE withdrawals DROP COLUMN bank_name');
  }
}
