CREATE FUNCTION purge_unheld_actions()
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
      DECLARE
        purged int;
      BEGIN
        DELETE FROM unheld_actions WHERE done_at < clock_timestamp() - interval '2 days';
        GET DIAGNOSTICS purged = ROW_COUNT;
        RETURN purged;
      END $$;
REVOKE ALL ON FUNCTION purge_unheld_actions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_unheld_actions() TO payments_app;
