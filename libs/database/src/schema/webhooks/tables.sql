CREATE TABLE app_event_counters (
  app_id uuid NOT NULL,
  last bigint NOT NULL,
  resends bigint NOT NULL DEFAULT 0,
  fan_out_from bigint,
  PRIMARY KEY (app_id)
) WITH (fillfactor=50);
COMMENT ON COLUMN app_event_counters.fan_out_from IS 'the first event whose deliveries are not created yet; null: none';
CREATE INDEX app_event_counters_fan_out ON app_event_counters (app_id) WHERE (fan_out_from IS NOT NULL);

CREATE TABLE app_event_resends (
  app_id uuid NOT NULL,
  number bigint NOT NULL,
  event_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, number)
);
COMMENT ON COLUMN app_event_resends.number IS 'gap-free per app, so that a reader of the feed misses none';

CREATE TABLE app_events (
  app_id uuid NOT NULL,
  sequence bigint NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  created_at timestamptz NOT NULL,
  object_id text,
  object_sequence bigint,
  body text NOT NULL,
  numbered_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, sequence),
  UNIQUE (app_id, event_id)
);
COMMENT ON TABLE app_events IS 'what an app can read again: a run of numbers without a gap, of which the oldest go first';
COMMENT ON COLUMN app_events.sequence IS 'gap-free per app: a consumer who holds 1 to n has missed nothing';
COMMENT ON COLUMN app_events.body IS 'the exact text that deliveries send';

CREATE TABLE object_event_counters (
  app_id uuid NOT NULL,
  object_id text NOT NULL,
  last bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, object_id)
) WITH (fillfactor=80);
CREATE INDEX object_event_counters_age ON object_event_counters USING brin (last_at);

CREATE TABLE webhook_attempts (
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  delivery_id uuid NOT NULL,
  attempt smallint NOT NULL,
  status smallint,
  latency_ms int NOT NULL,
  answer text,
  error text,
  PRIMARY KEY (delivery_id, created_at, id)
) PARTITION BY RANGE (created_at);
COMMENT ON COLUMN webhook_attempts.status IS 'HTTP status of the answer; null when there was none';
COMMENT ON COLUMN webhook_attempts.answer IS 'first 1 KB of the answer';

CREATE TABLE webhook_conformance_runs (
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  app_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  status text NOT NULL,
  held_until timestamptz NOT NULL,
  finished_at timestamptz,
  rules jsonb NOT NULL DEFAULT '[]'::jsonb,
  PRIMARY KEY (id),
  CHECK (status IN ('running', 'completed', 'abandoned')),
  CHECK ((status = 'running') = (finished_at IS NULL))
);
COMMENT ON COLUMN webhook_conformance_runs.held_until IS 'by the clock of the database: a run whose process died is abandoned then';
CREATE UNIQUE INDEX webhook_conformance_runs_one ON webhook_conformance_runs (endpoint_id) WHERE (status = 'running');
CREATE INDEX webhook_conformance_runs_endpoint ON webhook_conformance_runs (endpoint_id, started_at DESC);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  event_id uuid NOT NULL,
  event text NOT NULL,
  sequence bigint,
  app_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  body text NOT NULL,
  status text NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz,
  claim uuid,
  object_id text,
  object_sequence bigint,
  by_hand smallint NOT NULL DEFAULT 0,
  claimed_until timestamptz,
  replay_id uuid,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  retry_at timestamptz,
  PRIMARY KEY (id, created_at),
  CONSTRAINT webhook_deliveries_once UNIQUE (event_id, endpoint_id, created_at),
  CHECK (status IN ('pending', 'delivered', 'failed')),
  CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CHECK (mode IN ('live', 'test'))
) PARTITION BY RANGE (created_at);
COMMENT ON COLUMN webhook_deliveries.body IS 'the exact text that every attempt sends';
COMMENT ON COLUMN webhook_deliveries.due_at IS 'next try';
COMMENT ON COLUMN webhook_deliveries.by_hand IS 'tries that the schedule does not count: redelivered, or made before a replay';
COMMENT ON COLUMN webhook_deliveries.claimed_until IS 'until then a worker sends it; in no index, and the fillfactor leaves room for all rows of a page, so that claiming writes no index';
COMMENT ON COLUMN webhook_deliveries.retry_at IS 'next attempt in the business time of an app with a test clock; due_at is computed from it';
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at DESC);
CREATE INDEX webhook_deliveries_object ON webhook_deliveries (endpoint_id, object_id, object_sequence) WHERE ((status = 'pending') AND (object_id IS NOT NULL));
CREATE INDEX webhook_deliveries_replay ON webhook_deliveries (replay_id) WHERE (replay_id IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (mode, owner_id, endpoint_id, due_at) WHERE (status = 'pending');
CREATE INDEX webhook_deliveries_test_retries ON webhook_deliveries (app_id, retry_at) WHERE ((status = 'pending') AND (retry_at IS NOT NULL));

CREATE TABLE webhook_endpoint_failures (
  endpoint_id uuid NOT NULL,
  failing_since timestamptz NOT NULL,
  last_failed_at timestamptz NOT NULL,
  told_at timestamptz,
  PRIMARY KEY (endpoint_id)
) WITH (fillfactor=50);
COMMENT ON TABLE webhook_endpoint_failures IS 'endpoints whose attempts have all failed since; a success deletes the row';
COMMENT ON COLUMN webhook_endpoint_failures.told_at IS 'when the owner was told that it has failed for a day';

CREATE TABLE webhook_endpoint_hours (
  endpoint_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  delivered int NOT NULL,
  failed int NOT NULL,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  PRIMARY KEY (endpoint_id, hour)
) WITH (fillfactor=50);
COMMENT ON TABLE webhook_endpoint_hours IS 'tries to each endpoint by what they came to, per hour';
CREATE INDEX webhook_endpoint_hours_hour ON webhook_endpoint_hours (hour);

CREATE TABLE webhook_replays (
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  app_id uuid NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  types text[],
  standing text,
  state text NOT NULL,
  "position" bigint NOT NULL,
  last_sequence bigint NOT NULL,
  total int NOT NULL,
  queued int NOT NULL DEFAULT 0,
  delivered int,
  failed int,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (id),
  CHECK (until > since),
  CHECK (standing IN ('delivered', 'failed', 'missing')),
  CHECK (state IN ('running', 'done'))
);
COMMENT ON COLUMN webhook_replays.position IS 'number of the last event of the app that was looked at';
CREATE UNIQUE INDEX webhook_replays_one_at_a_time ON webhook_replays (endpoint_id) WHERE (state = 'running');
CREATE INDEX webhook_replays_endpoint ON webhook_replays (endpoint_id, id);

CREATE TABLE webhook_deliveries_other PARTITION OF webhook_deliveries DEFAULT WITH (fillfactor = 45);
CREATE TABLE webhook_attempts_other PARTITION OF webhook_attempts DEFAULT;
