import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Test clocks: the business time of the test objects of an app, and what follows it. */
export class TestClocks1763700001500 implements MigrationInterface {
  name = 'TestClocks1763700001500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE test_clocks (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        offset_ms bigint NOT NULL DEFAULT 0 CHECK (offset_ms BETWEEN -1e12 AND 1e12),
        frozen_at timestamptz,
        status text NOT NULL CHECK (status IN ('idle', 'advancing')),
        target timestamptz,
        freezes boolean NOT NULL DEFAULT false,
        advanced_from timestamptz,
        started_at timestamptz,
        finished_at timestamptz,
        steps integer NOT NULL DEFAULT 0,
        ran integer NOT NULL DEFAULT 0,
        timeline jsonb NOT NULL DEFAULT '[]',
        outstanding jsonb NOT NULL DEFAULT '[]',
        holder uuid,
        lease_until timestamptz,
        version integer NOT NULL,
        moved boolean NOT NULL GENERATED ALWAYS AS (offset_ms <> 0 OR frozen_at IS NOT NULL) STORED,
        CONSTRAINT test_clocks_target CHECK ((status = 'advancing') = (target IS NOT NULL)),
        CONSTRAINT test_clocks_standing CHECK (status = 'idle' OR frozen_at IS NOT NULL)
      );
      COMMENT ON TABLE test_clocks IS 'business time of the test objects of an app; without a row it is the real time';
      COMMENT ON COLUMN test_clocks.id IS 'the app';
      COMMENT ON COLUMN test_clocks.offset_ms IS 'business time minus real time, while it is not frozen';
      COMMENT ON COLUMN test_clocks.frozen_at IS 'where the time stands still; set during an advance too';
      CREATE INDEX test_clocks_advancing ON test_clocks (lease_until) WHERE status = 'advancing';

      CREATE FUNCTION test_clock_of_test_app() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT 1 FROM merchant_apps WHERE id = NEW.id AND owner_id = NEW.owner_id AND mode = 'test') THEN
          RAISE EXCEPTION 'a test clock belongs to a test app';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER test_clocks_app BEFORE INSERT ON test_clocks
        FOR EACH ROW EXECUTE FUNCTION test_clock_of_test_app();

      ALTER TABLE escrows ADD COLUMN app_id uuid;
      COMMENT ON COLUMN escrows.app_id IS 'the app of the checkout session that paid it';
      UPDATE escrows e SET app_id = s.app_id FROM checkout_sessions s WHERE s.session_id = e.checkout_session_id;
      CREATE INDEX escrows_test_deadlines ON escrows (app_id, deadline_at)
        WHERE mode = 'test' AND status IN ('funded', 'disputed') AND overdue_at IS NULL AND deadline_at IS NOT NULL;
      CREATE INDEX checkout_sessions_test_expiries ON checkout_sessions (app_id, expires_at)
        WHERE mode = 'test' AND status IN ('pending', 'processing');

      ALTER TABLE webhook_deliveries ADD COLUMN retry_at timestamptz;
      COMMENT ON COLUMN webhook_deliveries.retry_at IS
        'next attempt in the business time of an app with a test clock; due_at is computed from it';
      CREATE INDEX webhook_deliveries_test_retries ON webhook_deliveries (app_id, retry_at)
        WHERE status = 'pending' AND retry_at IS NOT NULL;

      CREATE FUNCTION reschedule_test_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (OLD.offset_ms, OLD.frozen_at) IS DISTINCT FROM (NEW.offset_ms, NEW.frozen_at) THEN
          UPDATE webhook_deliveries
             SET retry_at = CASE WHEN NEW.moved THEN retry_at END,
                 due_at = CASE WHEN NOT NEW.moved THEN created_at
                               WHEN NEW.frozen_at IS NOT NULL THEN 'infinity'
                               ELSE retry_at - NEW.offset_ms * interval '1 millisecond' END
           WHERE status = 'pending' AND app_id = NEW.id AND retry_at IS NOT NULL;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER test_clocks_deliveries AFTER UPDATE ON test_clocks
        FOR EACH ROW EXECUTE FUNCTION reschedule_test_deliveries();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE test_clocks;
      DROP FUNCTION reschedule_test_deliveries;
      DROP FUNCTION test_clock_of_test_app;
      ALTER TABLE webhook_deliveries DROP COLUMN retry_at;
      DROP INDEX checkout_sessions_test_expiries;
      ALTER TABLE escrows DROP COLUMN app_id;
    `);
  }
}
