/**
 * Creates the monthly partitions of deliveries and attempts from the month of `p_from` on, as the owner of the
 * tables. A month whose rows lie in the default partition already stays there. Deliveries change several times in
 * their life, so their pages keep room for it. Returns how many were created.
 */
export const createRoomyPartitionsSql = `
CREATE OR REPLACE FUNCTION create_webhook_partitions(p_from timestamptz, p_months int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  parent text; first timestamptz; part text; created int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('webhook partitions', 0));
  FOREACH parent IN ARRAY ARRAY['webhook_deliveries', 'webhook_attempts'] LOOP
    FOR m IN 0 .. p_months - 1 LOOP
      first := date_trunc('month', p_from) + make_interval(months => m);
      part := format('%s_%s', parent, to_char(first, 'YYYY_MM'));
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
                       part, parent, first, first + interval '1 month',
                       CASE parent WHEN 'webhook_deliveries' THEN 'WITH (fillfactor = 60)' ELSE '' END);
        created := created + 1;
      EXCEPTION WHEN check_violation THEN
        RAISE WARNING '% stays in the default partition', part;
      END;
    END LOOP;
  END LOOP;
  RETURN created;
END $$;
`;
