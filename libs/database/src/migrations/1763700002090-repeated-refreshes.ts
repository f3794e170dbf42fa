import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which client exchanged a refresh token, so that the same client gets the same pair again. */
export class RepeatedRefreshes1763700002090 implements MigrationInterface {
  name = 'RepeatedRefreshes1763700002090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refresh_tokens ADD COLUMN rotated_ip text, ADD COLUMN rotated_device uuid;
      COMMENT ON COLUMN refresh_tokens.rotated_ip IS 'address that exchanged the token';
      COMMENT ON COLUMN refresh_tokens.rotated_device IS 'session of the device token that came with the exchange';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens DROP COLUMN rotated_ip, DROP COLUMN rotated_device');
  }
}
