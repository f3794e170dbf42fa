import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The restricted role every app works as, and the two tables each write touches beside its own rows:
 * the outbox and the idempotency keys.
 */
export class Core1763700000100 implements MigrationInterface {
  name = 'Core1763700000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE payments_app NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query(`
      DO $$ BEGIN
        IF NOT pg_has_role(current_user, 'payments_app', 'MEMBER') THEN
          EXECUTE format('GRANT payments_app TO %I', current_user);
        END IF;
      END $$`);
    await runner.query(`
      GRANT USAGE ON SCHEMA public TO payments_app;
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO payments_app;
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO payments_app;
    `);

    await runner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        aggregatetype text NOT NULL,
        aggregateid text NOT NULL,
        type text NOT NULL,
        payload jsonb NOT NULL,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        correlation_id text NOT NULL,
        created_at timestamptz NOT NULL,
        relayed_at timestamptz,
        attempts smallint NOT NULL DEFAULT 0,
        last_error text
      );
      -- Relays claim what is unsent; a cursor over ids would skip events that commit late.
      CREATE INDEX outbox_unrelayed ON outbox (id) WHERE relayed_at IS NULL;
    `);

    await runner.query(`
      CREATE TABLE idempotency_keys (
        principal_id uuid NOT NULL,
        key text NOT NULL,
        operation text NOT NULL,
        fingerprint bytea NOT NULL,
        claim uuid,
        status smallint,
        body text,
        balance_minor bigint,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (principal_id, key)
      );
      CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
      COMMENT ON COLUMN idempotency_keys.status IS 'HTTP status of the first answer; null while a use case that calls another system still runs';
      COMMENT ON COLUMN idempotency_keys.balance_minor IS 'fills the one balance placeholder the body may hold';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys; DROP TABLE outbox;');
  }
}
