/**
 * One try at a transaction PIN. Tries of one person stand in line, whatever host they come through, so that no more
 * than five are ever evaluated between two right ones; the count commits by itself. A right PIN after no wrong one
 * writes nothing. The texts compared are keyed MACs: how long that takes tells nothing about the PIN.
 */
export const tryPinSql = `
CREATE FUNCTION try_pin(
  p_user uuid, p_hmac bytea, p_now timestamptz, p_lock interval,
  OUT outcome text, OUT left_tries int, OUT unlocks_at timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  pin transaction_pins;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pin ' || p_user, 0));
  SELECT * INTO pin FROM transaction_pins WHERE user_id = p_user;
  IF NOT FOUND THEN
    outcome := 'not-set';
  ELSIF pin.locked_until > p_now THEN
    outcome := 'locked';
    unlocks_at := pin.locked_until;
  ELSIF pin.pin_hmac = p_hmac THEN
    outcome := 'right';
    IF pin.wrong_tries > 0 THEN
      UPDATE transaction_pins SET wrong_tries = 0, locked_until = NULL WHERE user_id = p_user;
    END IF;
  ELSE
    outcome := 'wrong';
    -- A lock that has run out gives five new tries.
    left_tries := 4 - CASE WHEN pin.locked_until IS NULL THEN pin.wrong_tries ELSE 0 END;
    UPDATE transaction_pins
       SET wrong_tries = 5 - left_tries,
           locked_until = CASE WHEN left_tries = 0 THEN p_now + p_lock END
     WHERE user_id = p_user;
  END IF;
END $$;

-- Several people's tries in one call, answered in the order given. All stand in line before the first is evaluated,
-- in one order everywhere, so that two calls cannot wait for each other. Right ones after no wrong one are told by one
-- read; whoever tries twice in one call is not among them: of those, each try has to see the ones before it.
CREATE FUNCTION try_pins(p_users uuid[], p_hmacs bytea[], p_now timestamptz, p_lock interval)
RETURNS TABLE (outcome text, left_tries int, unlocks_at timestamptz) LANGUAGE plpgsql AS $$
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
`;
