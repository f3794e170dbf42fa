import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sealAuditEntriesSql } from './sql/seal-audit-entries';

/** What the apps may write of an entry. The transaction, by which entries are sealed, is the database's. */
const WRITTEN = 'id, staff_id, action, subject, before, after, reason, address, request_id, created_at';

/** The hash chain over the audit log, and the indexes by which staff read it. */
export class AuditChain1763700001360 implements MigrationInterface {
  name = 'AuditChain1763700001360';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
      REVOKE INSERT ON audit_log FROM payments_app;
      GRANT INSERT (${WRITTEN}) ON audit_log TO payments_app;
      -- The order in which entries are sealed: transactions below the oldest running one can gain no more rows.
      CREATE INDEX audit_log_seal_order ON audit_log (xid, id);
      DROP INDEX audit_log_time;
      CREATE INDEX audit_log_time ON audit_log (created_at, id);
      CREATE INDEX audit_log_staff ON audit_log (staff_id, created_at, id);
      CREATE INDEX audit_log_subject ON audit_log (subject, created_at, id) WHERE subject IS NOT NULL;

      CREATE TABLE ledger.audit_seals (
        position bigint PRIMARY KEY,
        entry_id uuid NOT NULL UNIQUE,
        xid xid8 NOT NULL,
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL
      );
      COMMENT ON TABLE ledger.audit_seals IS 'Hash chain over audit_log in seal order: hash = sha256(previous_hash || digest of the entry)';
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.audit_seals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
      CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
      GRANT SELECT ON ledger.audit_seals TO payments_app;
      ${sealAuditEntriesSql}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION ledger.seal_audit, ledger.audit_digest;
      DROP TABLE ledger.audit_seals;
      DROP INDEX audit_log_subject, audit_log_staff, audit_log_time, audit_log_seal_order;
      CREATE INDEX audit_log_time ON audit_log (created_at);
      GRANT INSERT ON audit_log TO payments_app;
      ALTER TABLE audit_log DROP COLUMN xid;
    `);
  }
}
