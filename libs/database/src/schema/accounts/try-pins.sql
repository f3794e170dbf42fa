CREATE FUNCTION try_pins(p_users uuid[], p_hmacs bytea[], p_now timestamptz, p_lock interval)
 RETURNS TABLE(outcome text, left_tries int, unlocks_at timestamptz)
 LANGUAGE plpgsql
AS $$
DECLARE
  at_once boolean[];
BEGIN
  PERFORM pg_advisory_xact_lock(line)
    FROM (SELECT DISTINCT hashtextextended('pin ' || u, 0) AS line FROM unnest(p_users) AS u ORDER BY line) AS lines;
  SELECT array_agg(t.only_try AND coalesce(p.pin_hmac = t.hmac AND p.wrong_tries = 0 AND p.locked_until IS NULL, false)
                   ORDER BY t.ord)
    INTO at_once
    FROM (SELECT *, count(*) OVER (PARTITION BY id) = 1 AS only_try
            FROM unnest(p_users, p_hmacs) WITH ORDINALITY AS tries(id, hmac, ord)) t
    -- OFFSET 0 keeps the planner from reading the whole table.
    LEFT JOIN LATERAL (SELECT * FROM transaction_pins WHERE user_id = t.id OFFSET 0) p ON true;
  FOR i IN 1 .. cardinality(p_users) LOOP
    IF at_once[i] THEN
      outcome := 'right';
      RETURN NEXT;
    ELSE
      RETURN QUERY SELECT * FROM try_pin(p_users[i], p_hmacs[i], p_now, p_lock);
    END IF;
  END LOOP;
END $$;
