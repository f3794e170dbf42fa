CREATE TABLE held_actions (
  id uuid NOT NULL,
  action text NOT NULL,
  body jsonb NOT NULL,
  maker_id uuid NOT NULL,
  maker_session_id uuid NOT NULL,
  address text NOT NULL,
  request_id text NOT NULL,
  status text NOT NULL,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  refusal_code text,
  refusal_message text,
  version int NOT NULL,
  approver_roles text[] NOT NULL DEFAULT '{}'::text[],
  PRIMARY KEY (id),
  CONSTRAINT held_actions_status CHECK (status IN ('awaiting_approval', 'executed', 'refused', 'withdrawn', 'failed')),
  CONSTRAINT held_actions_decided CHECK ((status = 'awaiting_approval') = (decided_by IS NULL)),
  CONSTRAINT held_actions_second_person CHECK (
CASE status
    WHEN 'withdrawn' THEN decided_by = maker_id
    ELSE decided_by <> maker_id
END)
);
COMMENT ON TABLE held_actions IS 'awaiting_approval past expires_at means expired: such a row is not rewritten';
COMMENT ON COLUMN held_actions.body IS 'the validated fields of the request';
COMMENT ON COLUMN held_actions.address IS 'the network address of the maker, for the audit entry of the action';
COMMENT ON COLUMN held_actions.approver_roles IS 'roles that could approve it when it was asked for; for notifications';
CREATE INDEX held_actions_awaiting ON held_actions (made_at) WHERE (status = 'awaiting_approval');
CREATE INDEX held_actions_made ON held_actions (made_at, id);
REVOKE UPDATE, DELETE ON held_actions FROM payments_app;
GRANT UPDATE (status, decided_by, decided_at, decision_reason, refusal_code, refusal_message, version) ON held_actions TO payments_app;

CREATE TABLE queue_board_visits (
  ticket_hash bytea NOT NULL,
  staff_id uuid NOT NULL,
  session_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  cookie_hash bytea,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (ticket_hash),
  UNIQUE (cookie_hash),
  CHECK (octet_length(ticket_hash) = 32),
  CHECK (octet_length(cookie_hash) = 32)
);
COMMENT ON COLUMN queue_board_visits.expires_at IS 'of the link, and once it was followed of the cookie';
CREATE INDEX queue_board_visits_expiry ON queue_board_visits (expires_at);

CREATE TABLE staff_work_reports (
  role text NOT NULL,
  reported_until timestamptz NOT NULL,
  PRIMARY KEY (role)
);
COMMENT ON COLUMN staff_work_reports.reported_until IS 'arrival of the latest work that staff of the role were notified of';

CREATE TABLE unheld_actions (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  kind text NOT NULL,
  usd_cents bigint NOT NULL,
  rate_before text,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  CHECK (usd_cents >= 0)
);
COMMENT ON COLUMN unheld_actions.kind IS 'actions of one kind count together';
COMMENT ON COLUMN unheld_actions.rate_before IS 'rate that the action was compared with, as decimal text';
CREATE INDEX unheld_actions_counted ON unheld_actions (staff_id, kind, done_at);
CREATE INDEX unheld_actions_done ON unheld_actions (done_at);
REVOKE UPDATE, DELETE ON unheld_actions FROM payments_app;
