import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions that a browser made: their customers can have several of a plan only until one is paid. */
export class SubscriptionsOfBrowsers1763700001921 implements MigrationInterface {
  name = 'SubscriptionsOfBrowsers1763700001921';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions ADD COLUMN is_public boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN subscriptions.is_public IS 'made by a browser with a public key';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN is_public');
  }
}
