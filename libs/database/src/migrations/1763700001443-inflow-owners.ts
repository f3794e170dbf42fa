import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transfers to account numbers by owner, for the proof that each was credited. */
export class InflowOwners1763700001443 implements MigrationInterface {
  name = 'InflowOwners1763700001443';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX virtual_account_inflows_owner ON virtual_account_inflows (owner_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX virtual_account_inflows_owner');
  }
}
