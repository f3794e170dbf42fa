import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verifications at the simulated company. The number is not stored, only the behaviour that it stands for. */
export class SimulatedBvnRegistry1763700001342 implements MigrationInterface {
  name = 'SimulatedBvnRegistry1763700001342';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE simulator.bvn_verifications (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 9001) PRIMARY KEY,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        reference text NOT NULL UNIQUE,
        behaviour text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        redirect_url text,
        page_hash bytea UNIQUE,
        decision text CHECK (decision IN ('approve', 'decline')),
        created_at timestamptz NOT NULL,
        completes_at timestamptz,
        event_state text NOT NULL CHECK (event_state IN ('none', 'due', 'sent', 'given-up')),
        event_attempts int NOT NULL DEFAULT 0,
        event_due_at timestamptz
      );
      CREATE INDEX bvn_events_due ON simulator.bvn_verifications (event_due_at) WHERE event_state = 'due';
      GRANT SELECT, INSERT, UPDATE, DELETE ON simulator.bvn_verifications TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE simulator.bvn_verifications');
  }
}
