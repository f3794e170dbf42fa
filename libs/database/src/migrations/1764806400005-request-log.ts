import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests of accounts, kept for their developers. */
export class RequestLog1764806400005 implements MigrationInterface {
  name = 'RequestLog1764806400005';
  /** The lib that owns the table. */
  readonly lib = 'merchants';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
CREATE TABLE request_log (
  owner_id uuid NOT NULL,
  at timestamptz NOT NULL,
  id uuid NOT NULL,
  request_id text NOT NULL,
  app_id uuid,
  user_id uuid,
  mode text NOT NULL,
  operation text NOT NULL,
  status smallint NOT NULL,
  error_code text,
  ms int NOT NULL,
  address text NOT NULL,
  replayed boolean NOT NULL,
  object_id text,
  unlogged int NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_id, at, id),
  CHECK (mode IN ('live', 'test'))
) PARTITION BY RANGE (at);
COMMENT ON TABLE request_log IS 'writes and refused requests of known callers: no bodies, query values or names';
COMMENT ON COLUMN request_log.user_id IS 'who called in a session; null: a key did';
COMMENT ON COLUMN request_log.unlogged IS 'requests of the owner before this one that were too many to keep';
CREATE INDEX request_log_request ON request_log USING hash (request_id);
CREATE TABLE request_log_other PARTITION OF request_log DEFAULT;

CREATE FUNCTION create_request_log_partitions(p_from timestamptz, p_months int)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $$
DECLARE
  first timestamptz; part text; created int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('request log partitions', 0));
  FOR m IN 0 .. p_months - 1 LOOP
    first := date_trunc('month', p_from) + make_interval(months => m);
    part := 'request_log_' || to_char(first, 'YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
                     part, first, first + interval '1 month');
      created := created + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING '% stays in the default partition', part;
    END;
  END LOOP;
  RETURN created;
END $$;
REVOKE ALL ON FUNCTION create_request_log_partitions(p_from timestamptz, p_months int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_request_log_partitions(p_from timestamptz, p_months int) TO payments_app;

CREATE FUNCTION drop_request_log_partitions(p_before timestamptz)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '1s'
AS $$
DECLARE
  old record; dropped int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('request log partitions', 0));
  FOR old IN
    SELECT c.relname AS part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'request_log'::regclass AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
       AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= p_before
     ORDER BY c.relname
  LOOP
    BEGIN
      EXECUTE format('DROP TABLE %I', old.part);
      dropped := dropped + 1;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      RAISE WARNING '% is dropped another time', old.part;
    END;
  END LOOP;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION drop_request_log_partitions(p_before timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_request_log_partitions(p_before timestamptz) TO payments_app`);
    await runner.query('SELECT create_request_log_partitions(now(), 3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION drop_request_log_partitions(timestamptz);
      DROP FUNCTION create_request_log_partitions(timestamptz, int);
      DROP TABLE request_log`);
  }
}
