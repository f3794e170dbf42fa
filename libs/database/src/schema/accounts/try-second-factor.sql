CREATE FUNCTION try_second_factor(p_user uuid, p_verdict text, p_now timestamptz, p_lock interval)
 RETURNS timestamptz
 LANGUAGE plpgsql
AS $$
DECLARE
  factor two_factors;
  wrong int;
BEGIN
  SELECT * INTO factor FROM two_factors WHERE id = p_user FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL; -- Removed since the code was verified.
  ELSIF factor.locked_until > p_now THEN
    RETURN factor.locked_until;
  ELSIF p_verdict = 'right' AND factor.wrong_tries > 0 THEN
    UPDATE two_factors SET wrong_tries = 0, locked_until = NULL WHERE id = p_user;
  ELSIF p_verdict = 'wrong' THEN
    wrong := 1 + CASE WHEN factor.locked_until IS NULL THEN factor.wrong_tries ELSE 0 END;
    UPDATE two_factors
       SET wrong_tries = wrong, locked_until = CASE WHEN wrong = 5 THEN p_now + p_lock END
     WHERE id = p_user;
    IF wrong = 5 THEN
      INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
      VALUES (gen_random_uuid(), 'account', p_user, 'account.two-factor-locked',
              jsonb_build_object('userId', p_user, 'unlocksAt', p_now + p_lock),
              p_user, 'live', gen_random_uuid(), p_now);
    END IF;
  END IF;
  RETURN NULL;
END $$;
