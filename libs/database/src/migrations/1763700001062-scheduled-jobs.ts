import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each time-driven job began last, so that several schedulers run it once for each of its turns. */
export class ScheduledJobs1763700001062 implements MigrationInterface {
  name = 'ScheduledJobs1763700001062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scheduled_jobs (
        name text PRIMARY KEY,
        every_seconds int NOT NULL CHECK (every_seconds > 0),
        started_at timestamptz,
        finished_at timestamptz,
        runs bigint NOT NULL DEFAULT 0,
        failures bigint NOT NULL DEFAULT 0,
        last_error text
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE scheduled_jobs IS 'times by the clock of the database, which all schedulers share';
      COMMENT ON COLUMN scheduled_jobs.started_at IS 'null: to be run at once';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scheduled_jobs');
  }
}
