import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which listeners have heard an event that another one fails at. */
export class HeardBy1763700001061 implements MigrationInterface {
  name = 'HeardBy1763700001061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox ADD COLUMN heard_by text[];
      COMMENT ON COLUMN outbox.heard_by IS 'listeners that have heard it while another failed: they never hear it again';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox DROP COLUMN heard_by');
  }
}
