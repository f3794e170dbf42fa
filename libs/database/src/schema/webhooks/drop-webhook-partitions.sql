CREATE FUNCTION drop_webhook_partitions(p_before timestamptz)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '1s'
AS $$
      DECLARE
        old record; busy boolean; dropped int := 0;
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('webhook partitions', 0));
        FOR old IN
          SELECT p.relname AS parent, c.relname AS part FROM pg_inherits i
            JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
           WHERE i.inhparent IN ('webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
             AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
             AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= p_before
           ORDER BY c.relname
        LOOP
          -- Readers and writers of the table wait meanwhile; whoever is in its way for a second puts it off instead.
          BEGIN
            IF old.parent = 'webhook_deliveries' THEN
              EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE status = ''pending'')', old.part) INTO busy;
              CONTINUE WHEN busy;
              LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE;
              EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE status = ''pending'')', old.part) INTO busy;
              CONTINUE WHEN busy;
            END IF;
            EXECUTE format('DROP TABLE %I', old.part);
            dropped := dropped + 1;
          EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE WARNING '% is dropped another time', old.part;
          END;
        END LOOP;
        RETURN dropped;
      END $$;
REVOKE ALL ON FUNCTION drop_webhook_partitions(p_before timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_webhook_partitions(p_before timestamptz) TO payments_app;
