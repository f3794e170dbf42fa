CREATE TABLE scheduled_jobs (
  name text NOT NULL,
  every_seconds int NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  runs bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  last_error text,
  PRIMARY KEY (name),
  CHECK (every_seconds > 0)
) WITH (fillfactor=50);
COMMENT ON TABLE scheduled_jobs IS 'times by the clock of the database, which all schedulers share';
COMMENT ON COLUMN scheduled_jobs.started_at IS 'null: to be run at once';
