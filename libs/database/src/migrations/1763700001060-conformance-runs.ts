import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Examinations of merchants' endpoints, each with its report. */
export class ConformanceRuns1763700001060 implements MigrationInterface {
  name = 'ConformanceRuns1763700001060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_conformance_runs (
        id uuid PRIMARY KEY,
        endpoint_id uuid NOT NULL,
        app_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        started_at timestamptz NOT NULL,
        status text NOT NULL CHECK (status IN ('running', 'completed', 'abandoned')),
        held_until timestamptz NOT NULL,
        finished_at timestamptz,
        rules jsonb NOT NULL DEFAULT '[]',
        CHECK ((status = 'running') = (finished_at IS NULL))
      );
      CREATE UNIQUE INDEX webhook_conformance_runs_one ON webhook_conformance_runs (endpoint_id) WHERE status = 'running';
      CREATE INDEX webhook_conformance_runs_endpoint ON webhook_conformance_runs (endpoint_id, started_at DESC);
      COMMENT ON COLUMN webhook_conformance_runs.held_until IS
        'by the clock of the database: a run whose process died is abandoned then';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_conformance_runs');
  }
}
