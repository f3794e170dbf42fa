import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What relaying needs to know of an event: its place among the events of its object, and its failures. */
export class OutboxRelay1763700000230 implements MigrationInterface {
  name = 'OutboxRelay1763700000230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox
        ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY,
        ADD COLUMN retry_at timestamptz,
        ADD COLUMN parked_at timestamptz;
      COMMENT ON COLUMN outbox.position IS
        'order within one aggregate: taken while its row or balance is locked; across aggregates it says nothing';
      COMMENT ON COLUMN outbox.parked_at IS 'set once listeners have failed too often: relayed no more until staff look';

      DROP INDEX outbox_unrelayed;
      -- Relays claim what is unsent; a cursor over positions would skip events that commit late.
      CREATE INDEX outbox_unrelayed ON outbox (position) WHERE relayed_at IS NULL AND parked_at IS NULL;
      CREATE INDEX outbox_parked ON outbox (parked_at) WHERE parked_at IS NOT NULL;
      -- A queue in a table: each row is written once and marked once, so its dead versions go often.
      ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox DROP COLUMN position, DROP COLUMN retry_at, DROP COLUMN parked_at;
      CREATE INDEX outbox_unrelayed ON outbox (id) WHERE relayed_at IS NULL;
    `);
  }
}
