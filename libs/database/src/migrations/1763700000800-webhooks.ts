import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createWebhookPartitionsSql } from './sql/create-webhook-partitions';

/** Deliveries and their attempts, the numbers of each app's events, and which endpoints keep failing. */
export class Webhooks1763700000800 implements MigrationInterface {
  name = 'Webhooks1763700000800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE app_event_counters (
        app_id uuid PRIMARY KEY,
        last bigint NOT NULL
      ) WITH (fillfactor = 50);

      CREATE TABLE app_events (
        app_id uuid NOT NULL,
        sequence bigint NOT NULL,
        event_id uuid NOT NULL,
        event text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (app_id, sequence),
        UNIQUE (app_id, event_id)
      );
      COMMENT ON COLUMN app_events.sequence IS 'gap-free per app: a consumer who holds 1 to n has missed nothing';

      CREATE TABLE webhook_deliveries (
        id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        event_id uuid NOT NULL,
        event text NOT NULL,
        sequence bigint,
        app_id uuid NOT NULL,
        endpoint_id uuid NOT NULL,
        body text NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
        attempts smallint NOT NULL DEFAULT 0,
        due_at timestamptz,
        claim uuid,
        PRIMARY KEY (id, created_at),
        UNIQUE (endpoint_id, event_id, created_at),
        CHECK ((status = 'pending') = (due_at IS NOT NULL))
      ) PARTITION BY RANGE (created_at);
      CREATE TABLE webhook_deliveries_other PARTITION OF webhook_deliveries DEFAULT;
      -- Work is looked for endpoint by endpoint, so that the backlog of one is never read through for another.
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE status = 'pending';
      CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at DESC);
      COMMENT ON COLUMN webhook_deliveries.body IS 'the exact text that every attempt sends';
      COMMENT ON COLUMN webhook_deliveries.due_at IS 'next attempt; while a worker holds the claim, when the claim runs out';

      CREATE TABLE webhook_attempts (
        id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        delivery_id uuid NOT NULL,
        attempt smallint NOT NULL,
        status smallint,
        latency_ms int NOT NULL,
        answer text,
        error text,
        PRIMARY KEY (id, created_at)
      ) PARTITION BY RANGE (created_at);
      CREATE TABLE webhook_attempts_other PARTITION OF webhook_attempts DEFAULT;
      CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, created_at);
      COMMENT ON COLUMN webhook_attempts.status IS 'HTTP status of the answer; null when there was none';
      COMMENT ON COLUMN webhook_attempts.answer IS 'first 1 KB of the answer';

      CREATE TABLE webhook_endpoint_failures (
        endpoint_id uuid PRIMARY KEY,
        failing_since timestamptz NOT NULL,
        last_failed_at timestamptz NOT NULL
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE webhook_endpoint_failures IS 'endpoints whose attempts have all failed since; a success deletes the row';
    `);
    await runner.query(createWebhookPartitionsSql);
    await runner.query('SELECT create_webhook_partitions(now(), 3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION create_webhook_partitions;
      DROP TABLE webhook_endpoint_failures, webhook_attempts, webhook_deliveries, app_events, app_event_counters;
    `);
  }
}
