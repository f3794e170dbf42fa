import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff did without a second person, so that many small actions count as one large one. */
export class UnheldActions1763700002091 implements MigrationInterface {
  name = 'UnheldActions1763700002091';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unheld_actions (
        id uuid PRIMARY KEY,
        staff_id uuid NOT NULL,
        kind text NOT NULL,
        usd_cents bigint NOT NULL CHECK (usd_cents >= 0),
        rate_before text,
        done_at timestamptz NOT NULL
      );
      CREATE INDEX unheld_actions_counted ON unheld_actions (staff_id, kind, done_at);
      COMMENT ON COLUMN unheld_actions.kind IS 'actions of one kind count together';
      COMMENT ON COLUMN unheld_actions.rate_before IS 'rate that the action was compared with, as decimal text';
      REVOKE UPDATE, DELETE, TRUNCATE ON unheld_actions FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unheld_actions');
  }
}
