import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which subscriptions a scheduler is billing, in a small table, so that a claim changes no index of subscriptions. */
export class SubscriptionClaims1763700001940 implements MigrationInterface {
  name = 'SubscriptionClaims1763700001940';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions DROP COLUMN claimed_until, DROP COLUMN claimed_version;
      ALTER TABLE subscriptions RESET (fillfactor);
      -- Unlogged, because a crash may lose claims.
      CREATE UNLOGGED TABLE subscription_claims (
        subscription_key uuid PRIMARY KEY,
        version integer NOT NULL,
        claimed_until timestamptz NOT NULL
      );
      COMMENT ON TABLE subscription_claims IS 'subscriptions that schedulers are billing';
      COMMENT ON COLUMN subscription_claims.version IS 'of the subscription at that time; any change ends the claim';
      CREATE INDEX users_frozen ON users (id) WHERE frozen_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX users_frozen;
      DROP TABLE subscription_claims;
      ALTER TABLE subscriptions SET (fillfactor = 80);
      ALTER TABLE subscriptions
        ADD COLUMN claimed_until timestamptz,
        ADD COLUMN claimed_version integer;
    `);
  }
}
