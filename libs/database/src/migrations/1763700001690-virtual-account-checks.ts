import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when all transfers to an account number are known, so that a check asks for later ones only. */
export class VirtualAccountChecks1763700001690 implements MigrationInterface {
  name = 'VirtualAccountChecks1763700001690';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE virtual_accounts ADD COLUMN checked_at timestamptz;
      COMMENT ON COLUMN virtual_accounts.checked_at IS 'when the gateway last listed the transfers; null: never';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE virtual_accounts DROP COLUMN checked_at');
  }
}
