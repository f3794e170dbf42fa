import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feed: every app's numbered events with their bodies, and which of them were asked for again. */
export class EventFeed1763700001040 implements MigrationInterface {
  name = 'EventFeed1763700001040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_events ADD COLUMN body text, ADD COLUMN numbered_at timestamptz;
      UPDATE app_events e SET body = d.body FROM webhook_deliveries d
       WHERE d.event_id = e.event_id AND d.app_id = e.app_id AND d.created_at = e.created_at;
      -- Numbers that no endpoint wanted have no body any more: the feed begins behind the last of them.
      DELETE FROM app_events e USING (SELECT app_id, max(sequence) AS sequence FROM app_events WHERE body IS NULL GROUP BY 1) lost
       WHERE e.app_id = lost.app_id AND e.sequence <= lost.sequence;
      UPDATE app_events SET numbered_at = created_at;
      ALTER TABLE app_events ALTER COLUMN body SET NOT NULL, ALTER COLUMN numbered_at SET NOT NULL;
      COMMENT ON TABLE app_events IS 'what an app can read again: a run of numbers without a gap, of which the oldest go first';
      COMMENT ON COLUMN app_events.body IS 'the exact text that deliveries send';

      ALTER TABLE app_event_counters ADD COLUMN resends bigint NOT NULL DEFAULT 0;
      CREATE TABLE app_event_resends (
        app_id uuid NOT NULL,
        number bigint NOT NULL,
        event_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (app_id, number)
      );
      COMMENT ON COLUMN app_event_resends.number IS 'gap-free per app, so that a reader of the feed misses none';

      -- The same rule with the event first: its deliveries are found by it.
      ALTER TABLE webhook_deliveries
        DROP CONSTRAINT webhook_deliveries_endpoint_id_event_id_created_at_key,
        ADD CONSTRAINT webhook_deliveries_once UNIQUE (event_id, endpoint_id, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_deliveries
        DROP CONSTRAINT webhook_deliveries_once, ADD UNIQUE (endpoint_id, event_id, created_at);
      DROP TABLE app_event_resends;
      ALTER TABLE app_event_counters DROP COLUMN resends;
      ALTER TABLE app_events DROP COLUMN body, DROP COLUMN numbered_at;
    `);
  }
}
