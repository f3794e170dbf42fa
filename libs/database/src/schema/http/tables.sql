CREATE TABLE audit_log (
  id uuid NOT NULL,
  staff_id uuid,
  action text NOT NULL,
  subject text,
  before jsonb,
  after jsonb,
  reason text,
  address text NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (id)
);
COMMENT ON COLUMN audit_log.staff_id IS 'null: the service itself';
CREATE INDEX audit_log_seal_order ON audit_log (xid, id);
CREATE INDEX audit_log_time ON audit_log (created_at, id);
CREATE INDEX audit_log_staff ON audit_log (staff_id, created_at, id);
CREATE INDEX audit_log_subject ON audit_log (subject, created_at, id) WHERE (subject IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
REVOKE INSERT, UPDATE, DELETE ON audit_log FROM payments_app;
GRANT INSERT (id, staff_id, action, subject, before, after, reason, address, request_id, created_at) ON audit_log TO payments_app;

CREATE TABLE people_viewed_alerts (
  staff_id uuid NOT NULL,
  alerted_at timestamptz NOT NULL,
  PRIMARY KEY (staff_id)
);
COMMENT ON TABLE people_viewed_alerts IS 'When administrators were last alerted of a member of staff who viewed the records of many people';
