/**
 * Finds the numbers of an account's movements of a type and time, newest first: at most `p_limit` below `p_before` after
 * the first `p_skip`. Blocks say how many movements of a type lie where, so that only blocks with a found movement are
 * read; those that are skipped as a whole are only counted. Movements that are not folded yet are read.
 *
 * This is the function as it stands. A migration that changes it changes this text, and puts it in anew.
 */
export const findMovementsSql = `
CREATE FUNCTION ledger.find_movements(
  p_account uuid, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_skip bigint, p_limit int
) RETURNS SETOF bigint LANGUAGE plpgsql STABLE
  SET search_path = ledger, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  skip bigint := p_skip; listed int := 0; folded bigint; newest bigint; leg bigint; part record;
  low bigint := 0; high bigint := 9223372036854775807; blocks refcursor;
BEGIN
  SELECT b.seq, coalesce(f.folded_to, 0) INTO newest, folded
    FROM ledger.balances b LEFT JOIN ledger.folds f USING (account_id) WHERE b.account_id = p_account;
  FOR leg IN
    SELECT l.seq FROM ledger.legs l
     WHERE l.account_id = p_account AND l.seq > folded AND l.seq <= newest AND l.seq < p_before
       AND (p_type IS NULL OR l.type = p_type) AND l.created_at >= p_from AND l.created_at < p_to
     ORDER BY l.seq DESC
  LOOP
    IF skip > 0 THEN skip := skip - 1; CONTINUE; END IF;
    RETURN NEXT leg;
    listed := listed + 1;
    IF listed >= p_limit THEN RETURN; END IF;
  END LOOP;

  -- The days say between which numbers the time lies, whatever the clocks were.
  IF p_from > '-infinity' OR p_to < 'infinity' THEN
    SELECT min(d.first_seq), max(d.last_seq) INTO low, high FROM ledger.movement_days d
     WHERE d.account_id = p_account AND d.day >= (p_from AT TIME ZONE 'UTC')::date AND d.day <= (p_to AT TIME ZONE 'UTC')::date;
    IF low IS NULL THEN RETURN; END IF;
  END IF;
  high := least(high, p_before - 1, folded);
  IF p_type IS NULL THEN
    OPEN blocks FOR
      SELECT k.block, sum(k.count)::bigint AS count, min(k.first_at) AS first_at, max(k.last_at) AS last_at FROM ledger.movement_blocks k
       WHERE k.account_id = p_account AND k.block >= (low - 1) / 256 AND k.block <= (high - 1) / 256
       GROUP BY k.block ORDER BY k.block DESC;
  ELSE
    OPEN blocks FOR
      SELECT k.block, k.count, k.first_at, k.last_at FROM ledger.movement_blocks k
       WHERE k.account_id = p_account AND k.type = p_type AND k.block >= (low - 1) / 256 AND k.block <= (high - 1) / 256
       ORDER BY k.block DESC;
  END IF;
  LOOP
    FETCH blocks INTO part;
    EXIT WHEN NOT FOUND;
    CONTINUE WHEN part.last_at < p_from OR part.first_at >= p_to;
    IF skip >= part.count AND part.first_at >= p_from AND part.last_at < p_to AND 256 * (part.block + 1) <= high THEN
      skip := skip - part.count;
      CONTINUE;
    END IF;
    FOR leg IN
      SELECT l.seq FROM ledger.legs l
       WHERE l.account_id = p_account AND l.seq > 256 * part.block AND l.seq <= least(256 * (part.block + 1), high)
         AND (p_type IS NULL OR l.type = p_type) AND l.created_at >= p_from AND l.created_at < p_to
       ORDER BY l.seq DESC
    LOOP
      IF skip > 0 THEN skip := skip - 1; CONTINUE; END IF;
      RETURN NEXT leg;
      listed := listed + 1;
      IF listed >= p_limit THEN CLOSE blocks; RETURN; END IF;
    END LOOP;
  END LOOP;
  CLOSE blocks;
END $$;
`;
