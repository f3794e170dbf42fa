import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createRoomyPartitionsSql } from './sql/create-roomy-partitions';
import { createWebhookPartitionsSql } from './sql/create-webhook-partitions';

/** What merchants see of their endpoints and do about them: rotation, health, order by object, redelivery, replays. */
export class WebhookVisibility1763700001030 implements MigrationInterface {
  name = 'WebhookVisibility1763700001030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_endpoints
        ADD COLUMN old_secret_ciphertext bytea,
        ADD COLUMN old_secret_expires_at timestamptz,
        ADD COLUMN disabled_for text CHECK (disabled_for IN ('owner', 'failing')),
        ADD CHECK ((old_secret_ciphertext IS NULL) = (old_secret_expires_at IS NULL));
      UPDATE webhook_endpoints SET disabled_for = 'owner' WHERE disabled_at IS NOT NULL;
      ALTER TABLE webhook_endpoints ADD CHECK ((disabled_at IS NULL) = (disabled_for IS NULL));
      COMMENT ON COLUMN webhook_endpoints.old_secret_ciphertext IS 'the secret before the last rotation; signs beside the new one until it expires';

      ALTER TABLE webhook_endpoint_failures ADD COLUMN told_at timestamptz;
      COMMENT ON COLUMN webhook_endpoint_failures.told_at IS 'when the owner was told that it has failed for a day';

      CREATE TABLE webhook_endpoint_hours (
        endpoint_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        delivered int NOT NULL,
        failed int NOT NULL,
        last_delivered_at timestamptz,
        last_failed_at timestamptz,
        PRIMARY KEY (endpoint_id, hour)
      ) WITH (fillfactor = 50);
      CREATE INDEX webhook_endpoint_hours_hour ON webhook_endpoint_hours (hour);
      COMMENT ON TABLE webhook_endpoint_hours IS 'tries to each endpoint by what they came to, per hour';

      CREATE TABLE object_event_counters (
        app_id uuid NOT NULL,
        object_id text NOT NULL,
        last bigint NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (app_id, object_id)
      ) WITH (fillfactor = 80);
      CREATE INDEX object_event_counters_age ON object_event_counters USING brin (last_at);
      ALTER TABLE app_events ADD COLUMN object_id text, ADD COLUMN object_sequence bigint;

      CREATE TABLE webhook_replays (
        id uuid PRIMARY KEY,
        endpoint_id uuid NOT NULL,
        app_id uuid NOT NULL,
        since timestamptz NOT NULL,
        until timestamptz NOT NULL CHECK (until > since),
        types text[],
        standing text CHECK (standing IN ('delivered', 'failed', 'missing')),
        state text NOT NULL CHECK (state IN ('running', 'done')),
        position bigint NOT NULL,
        last_sequence bigint NOT NULL,
        total int NOT NULL,
        queued int NOT NULL DEFAULT 0,
        delivered int,
        failed int,
        created_at timestamptz NOT NULL,
        finished_at timestamptz
      );
      CREATE UNIQUE INDEX webhook_replays_one_at_a_time ON webhook_replays (endpoint_id) WHERE state = 'running';
      CREATE INDEX webhook_replays_endpoint ON webhook_replays (endpoint_id, id);
      COMMENT ON COLUMN webhook_replays.position IS 'number of the last event of the app that was looked at';

      ALTER TABLE webhook_deliveries
        ADD COLUMN object_id text,
        ADD COLUMN object_sequence bigint,
        ADD COLUMN by_hand smallint NOT NULL DEFAULT 0,
        ADD COLUMN claimed_until timestamptz,
        ADD COLUMN replay_id uuid;
      UPDATE webhook_deliveries SET claimed_until = due_at WHERE claim IS NOT NULL AND status = 'pending';
      CREATE INDEX webhook_deliveries_object ON webhook_deliveries (endpoint_id, object_id, object_sequence)
        WHERE status = 'pending' AND object_id IS NOT NULL;
      CREATE INDEX webhook_deliveries_replay ON webhook_deliveries (replay_id) WHERE replay_id IS NOT NULL;
      COMMENT ON COLUMN webhook_deliveries.due_at IS 'next try';
      COMMENT ON COLUMN webhook_deliveries.by_hand IS 'tries that the schedule does not count: redelivered, or made before a replay';
      COMMENT ON COLUMN webhook_deliveries.claimed_until IS 'until then a worker sends it; in no index, so that claiming moves no row';
    `);
    await runner.query(createRoomyPartitionsSql);
    // Room on each page, so that a claim is written beside the row it changes.
    await runner.query(`
      DO $$ DECLARE part regclass; BEGIN
        FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass LOOP
          EXECUTE format('ALTER TABLE %s SET (fillfactor = 60)', part);
        END LOOP;
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ DECLARE part regclass; BEGIN
        FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass LOOP
          EXECUTE format('ALTER TABLE %s RESET (fillfactor)', part);
        END LOOP;
      END $$;
      DROP FUNCTION create_webhook_partitions;
    `);
    await runner.query(createWebhookPartitionsSql);
    await runner.query(`
      DROP INDEX webhook_deliveries_object, webhook_deliveries_replay;
      ALTER TABLE webhook_deliveries DROP COLUMN object_id, DROP COLUMN object_sequence, DROP COLUMN by_hand,
        DROP COLUMN claimed_until, DROP COLUMN replay_id;
      DROP TABLE webhook_replays, object_event_counters, webhook_endpoint_hours;
      ALTER TABLE app_events DROP COLUMN object_id, DROP COLUMN object_sequence;
      ALTER TABLE webhook_endpoint_failures DROP COLUMN told_at;
      ALTER TABLE webhook_endpoints DROP COLUMN old_secret_ciphertext, DROP COLUMN old_secret_expires_at, DROP COLUMN disabled_for;
    `);
  }
}
