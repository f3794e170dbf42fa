import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which subscriptions a scheduler is billing, so that others bill other ones. */
export class ClaimedSubscriptions1763700001741 implements MigrationInterface {
  name = 'ClaimedSubscriptions1763700001741';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions
        ADD COLUMN claimed_until timestamptz,
        ADD COLUMN claimed_version integer;
      COMMENT ON COLUMN subscriptions.claimed_until IS 'a scheduler bills it until then, unless it has changed since';
      COMMENT ON COLUMN subscriptions.claimed_version IS 'its version at that time; any change ends the claim';
      -- A claim changes no index, so it needs room in the same page.
      ALTER TABLE subscriptions SET (fillfactor = 80);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions RESET (fillfactor);
      ALTER TABLE subscriptions DROP COLUMN claimed_until, DROP COLUMN claimed_version;
    `);
  }
}
