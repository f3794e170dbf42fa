CREATE FUNCTION create_webhook_partitions(p_table text, p_from timestamptz, p_months int)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $$
DECLARE
  first timestamptz; part text; created int := 0;
BEGIN
  IF p_table NOT IN ('webhook_deliveries', 'webhook_attempts') THEN
    RAISE EXCEPTION 'no table of webhooks: %', p_table;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('webhook partitions', 0));
  FOR m IN 0 .. p_months - 1 LOOP
    first := date_trunc('month', p_from) + make_interval(months => m);
    part := format('%s_%s', p_table, to_char(first, 'YYYY_MM'));
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
                     part, p_table, first, first + interval '1 month',
                     CASE p_table WHEN 'webhook_deliveries' THEN 'WITH (fillfactor = 45)' ELSE '' END);
      created := created + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING '% stays in the default partition', part;
    END;
  END LOOP;
  RETURN created;
END $$;
REVOKE ALL ON FUNCTION create_webhook_partitions(p_table text, p_from timestamptz, p_months int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_webhook_partitions(p_table text, p_from timestamptz, p_months int) TO payments_app;
