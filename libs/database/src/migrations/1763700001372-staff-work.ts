import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff were notified of, and which roles may approve a held action. */
export class StaffWork1763700001372 implements MigrationInterface {
  name = 'StaffWork1763700001372';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff_work_reports (
        role text PRIMARY KEY,
        reported_until timestamptz NOT NULL
      );
      COMMENT ON COLUMN staff_work_reports.reported_until IS 'arrival of the latest work that staff of the role were notified of';
      ALTER TABLE held_actions ADD COLUMN approver_roles text[] NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN held_actions.approver_roles IS 'roles that could approve it when it was asked for; for notifications';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE held_actions DROP COLUMN approver_roles;
      DROP TABLE staff_work_reports;
    `);
  }
}
