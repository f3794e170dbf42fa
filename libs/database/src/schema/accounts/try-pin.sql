CREATE FUNCTION try_pin(p_user uuid, p_hmac bytea, p_now timestamptz, p_lock interval, OUT outcome text, OUT left_tries int, OUT unlocks_at timestamptz)
 RETURNS record
 LANGUAGE plpgsql
AS $$
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
    IF left_tries = 0 THEN
      INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
      VALUES (gen_random_uuid(), 'account', p_user, 'account.pin-locked',
              jsonb_build_object('userId', p_user, 'unlocksAt', p_now + p_lock),
              p_user, 'live', gen_random_uuid(), p_now);
    END IF;
  END IF;
END $$;
