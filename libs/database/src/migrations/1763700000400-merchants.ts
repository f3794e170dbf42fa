import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Merchant apps with their keys, and the addresses their webhooks go to. */
export class Merchants1763700000400 implements MigrationInterface {
  name = 'Merchants1763700000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE merchant_apps (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        name text NOT NULL,
        scopes text[] CHECK (cardinality(scopes) > 0),
        allowed_ips text[] NOT NULL CHECK (cardinality(allowed_ips) <= 50),
        allowed_origins text[] NOT NULL CHECK (cardinality(allowed_origins) <= 50),
        rate_limit_per_min int CHECK (rate_limit_per_min > 0),
        created_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX merchant_apps_owner ON merchant_apps (owner_id, id);
      COMMENT ON COLUMN merchant_apps.scopes IS 'null: full access';

      CREATE TABLE api_keys (
        hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
        app_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('secret', 'public')),
        prefix text NOT NULL CHECK (prefix IN ('sk_live_', 'pk_live_', 'sk_test_', 'pk_test_', 'ck_sec_', 'ck_pub_')),
        last4 text NOT NULL CHECK (length(last4) = 4),
        public_key text CHECK ((public_key IS NOT NULL) = (kind = 'public')),
        created_at timestamptz NOT NULL,
        expires_at timestamptz
      );
      CREATE INDEX api_keys_app ON api_keys (app_id, created_at);
      COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the whole key; secret keys are kept in no other form';
      COMMENT ON COLUMN api_keys.expires_at IS 'set when the key was rotated out or revoked';

      CREATE TABLE webhook_endpoints (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        app_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        url text,
        events text[] NOT NULL CHECK (cardinality(events) > 0),
        secret_ciphertext bytea NOT NULL,
        created_at timestamptz NOT NULL,
        disabled_at timestamptz
      );
      CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner_id, mode);
      CREATE INDEX webhook_endpoints_app ON webhook_endpoints (app_id);
      COMMENT ON COLUMN webhook_endpoints.url IS 'null: made with its app, secret and all, and waiting for an address';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_endpoints, api_keys, merchant_apps');
  }
}
