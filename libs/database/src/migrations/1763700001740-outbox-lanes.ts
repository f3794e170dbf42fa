import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that are to be relayed, in two lanes: those of subscriptions, and all others. */
export class OutboxLanes1763700001740 implements MigrationInterface {
  name = 'OutboxLanes1763700001740';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX outbox_unrelayed;
      CREATE INDEX outbox_unrelayed ON outbox (starts_with(type, 'subscription'), position)
        WHERE relayed_at IS NULL AND parked_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX outbox_unrelayed;
      CREATE INDEX outbox_unrelayed ON outbox (position) WHERE relayed_at IS NULL AND parked_at IS NULL;
    `);
  }
}
