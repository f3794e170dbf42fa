import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The handles of a card payment's earlier steps, which stay valid. */
export class EarlierGatewayHandles1763700001231 implements MigrationInterface {
  name = 'EarlierGatewayHandles1763700001231';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts ADD COLUMN earlier_gw_refs text[] NOT NULL DEFAULT '{}';
      ALTER TABLE deposits ADD COLUMN earlier_gw_refs text[] NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN deposits.earlier_gw_refs IS 'of earlier steps of the current charge';
      CREATE INDEX deposits_earlier_gw_refs ON deposits USING gin (earlier_gw_refs);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts DROP COLUMN earlier_gw_refs;
      ALTER TABLE deposits DROP COLUMN earlier_gw_refs;
    `);
  }
}
