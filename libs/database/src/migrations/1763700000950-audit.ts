import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff did: append-only, for everybody. */
export class Audit1763700000950 implements MigrationInterface {
  name = 'Audit1763700000950';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id uuid PRIMARY KEY,
        staff_id uuid NOT NULL,
        action text NOT NULL,
        subject text,
        before jsonb,
        after jsonb,
        reason text,
        address text NOT NULL,
        request_id text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX audit_log_time ON audit_log (created_at);
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
      CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
      REVOKE UPDATE, DELETE ON audit_log FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
