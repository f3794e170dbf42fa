import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The wider network of an IPv6 client, by which declined cards count together too. */
export class CardTrySites1763700001361 implements MigrationInterface {
  name = 'CardTrySites1763700001361';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE card_tries ADD COLUMN site_scope text;
      COMMENT ON COLUMN card_tries.site_scope IS 'as address_scope, for the /48 of an IPv6 address; null: there is none';
      CREATE INDEX card_tries_site ON card_tries (site_scope, tried_at) WHERE state <> 'passed' AND site_scope IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_tries DROP COLUMN site_scope');
  }
}
