CREATE TABLE idempotency_keys (
  principal_id uuid NOT NULL,
  key text NOT NULL,
  operation text NOT NULL,
  fingerprint bytea NOT NULL,
  claim uuid,
  status smallint,
  body text,
  balance_minor bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (principal_id, key)
);
COMMENT ON COLUMN idempotency_keys.status IS 'HTTP status of the first answer; null while a use case that calls another system still runs';
COMMENT ON COLUMN idempotency_keys.balance_minor IS 'fills the one balance placeholder the body may hold';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE outbox (
  id uuid NOT NULL,
  aggregatetype text NOT NULL,
  aggregateid text NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  correlation_id text NOT NULL,
  created_at timestamptz NOT NULL,
  relayed_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  retry_at timestamptz,
  parked_at timestamptz,
  heard_by text[],
  PRIMARY KEY (id),
  CHECK (mode IN ('live', 'test'))
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
COMMENT ON COLUMN outbox.position IS 'order within one aggregate: taken while its row or balance is locked; across aggregates it says nothing';
COMMENT ON COLUMN outbox.parked_at IS 'set once listeners have failed too often: relayed no more until staff look';
COMMENT ON COLUMN outbox.heard_by IS 'handlers that have handled it while another failed: they do not get it again';
CREATE INDEX outbox_parked ON outbox (parked_at) WHERE (parked_at IS NOT NULL);
CREATE INDEX outbox_uncounted_payments ON outbox (owner_id) WHERE ((relayed_at IS NULL) AND (type IN ('checkout.session-completed', 'checkout.payment-failed')));
CREATE INDEX outbox_unrelayed ON outbox (starts_with(type, 'subscription'), "position") WHERE ((relayed_at IS NULL) AND (parked_at IS NULL));
