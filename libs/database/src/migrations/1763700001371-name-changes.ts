import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changed names of people with an approved identity, which compliance reviews. */
export class NameChanges1763700001371 implements MigrationInterface {
  name = 'NameChanges1763700001371';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE name_changes (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        user_id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'withdrawn', 'approved', 'rejected')),
        from_first_name text NOT NULL,
        from_last_name text NOT NULL,
        to_first_name text NOT NULL,
        to_last_name text NOT NULL,
        changed_at timestamptz NOT NULL,
        decided_by uuid,
        decided_at timestamptz,
        reason text,
        CHECK ((status = 'pending') = (decided_at IS NULL)),
        CHECK (status IN ('pending', 'withdrawn') OR decided_by IS NOT NULL)
      );
      CREATE UNIQUE INDEX name_changes_pending_key ON name_changes (user_id) WHERE status = 'pending';
      CREATE INDEX name_changes_queue ON name_changes (changed_at, id) WHERE status = 'pending';
      CREATE INDEX name_changes_user ON name_changes (user_id, changed_at);
      COMMENT ON TABLE name_changes IS 'the id is that of the event; deleted with the other personal data of a closed account';
      COMMENT ON COLUMN name_changes.from_first_name IS 'of the names that were reviewed last, also where several changes followed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE name_changes');
  }
}
