import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which events of an app were numbered without their deliveries, so that these are created in slices. */
export class FanOut1763700001260 implements MigrationInterface {
  name = 'FanOut1763700001260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_event_counters ADD COLUMN fan_out_from bigint;
      COMMENT ON COLUMN app_event_counters.fan_out_from IS 'the first event whose deliveries are not created yet; null: none';
      CREATE INDEX app_event_counters_fan_out ON app_event_counters (app_id) WHERE fan_out_from IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_event_counters DROP COLUMN fan_out_from');
  }
}
