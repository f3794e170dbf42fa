CREATE FUNCTION ledger.find_movements(p_account uuid, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_skip bigint, p_limit int)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO 'ledger', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  skip bigint := p_skip; listed int := 0; folded bigint; newest bigint; leg bigint; shelf record; part record;
  low bigint := 0; high bigint := 9223372036854775807; is_within boolean; is_ever boolean := p_from = '-infinity' AND p_to = 'infinity';
  last_places bit(256); total bigint; numbers bigint[];
BEGIN
  SELECT b.seq, coalesce(f.folded_to, 0) INTO newest, folded
    FROM ledger.balances b LEFT JOIN ledger.folds f USING (account_id) WHERE b.account_id = p_account;
  IF p_type IS NULL AND is_ever THEN
    -- The numbers have no gaps.
    high := least(newest, p_before - 1) - skip;
    RETURN QUERY SELECT generate_series(high, greatest(1, high - p_limit + 1), -1);
    RETURN;
  END IF;
  IF newest > folded AND p_before > folded + 1 THEN
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
  END IF;

  -- The days say between which numbers the time lies, whatever the clocks were.
  IF NOT is_ever THEN
    SELECT min(d.first_seq), max(d.last_seq) INTO low, high FROM ledger.movement_days d
     WHERE d.account_id = p_account AND d.day >= (p_from AT TIME ZONE 'UTC')::date AND d.day <= (p_to AT TIME ZONE 'UTC')::date;
    IF low IS NULL THEN RETURN; END IF;
  END IF;
  high := least(high, p_before - 1, folded);
  -- The numbers up to the highest, in its block.
  last_places := rpad(repeat('1', (high - 256 * ((high - 1) / 256))::int), 256, '0')::bit(256);
  -- The newest superblock is not complete; the others say at once how many movements of the type they have.
  FOR shelf IN
    SELECT (high - 1) / 65536 AS superblock, NULL::bigint AS count, NULL::timestamptz AS first_at, NULL::timestamptz AS last_at
     UNION ALL
    SELECT k.superblock, sum(k.count)::bigint, min(k.first_at), max(k.last_at) FROM ledger.movement_superblocks k
     WHERE k.account_id = p_account AND (p_type IS NULL OR k.type = p_type)
       AND k.superblock >= (low - 1) / 65536 AND k.superblock < (high - 1) / 65536
     GROUP BY k.superblock
     ORDER BY superblock DESC
  LOOP
    CONTINUE WHEN shelf.last_at < p_from OR shelf.first_at >= p_to;
    IF shelf.count IS NULL AND is_ever AND skip > 0 THEN
      SELECT coalesce(sum(CASE WHEN k.block = (high - 1) / 256 THEN bit_count(k.places & last_places) ELSE k.count END), 0)
        INTO total FROM ledger.movement_blocks k
       WHERE k.account_id = p_account AND k.type = p_type AND k.block >= 256 * shelf.superblock AND k.block <= (high - 1) / 256;
      IF skip >= total THEN
        skip := skip - total;
        CONTINUE;
      END IF;
    END IF;
    IF skip >= shelf.count AND shelf.first_at >= p_from AND shelf.last_at < p_to THEN
      skip := skip - shelf.count;
      CONTINUE;
    END IF;
    IF p_type IS NOT NULL AND (is_ever OR (shelf.first_at >= p_from AND shelf.last_at < p_to)) THEN
      WITH blocks AS (
        SELECT k.block, CASE WHEN k.block = (high - 1) / 256 THEN k.places & last_places ELSE k.places END AS places
          FROM ledger.movement_blocks k
         WHERE k.account_id = p_account AND k.type = p_type
           AND k.block >= 256 * shelf.superblock AND k.block <= least((high - 1) / 256, 256 * shelf.superblock + 255)
      ), counts AS (
        SELECT b.block, b.places, bit_count(b.places) AS count FROM blocks b
      ), sums AS (
        SELECT c.*, (sum(c.count) OVER (ORDER BY c.block DESC))::bigint AS upto FROM counts c
      )
      SELECT coalesce(max(s.upto), 0), ARRAY(
               SELECT 256 * b.block + p.place FROM sums b CROSS JOIN LATERAL (
                 -- Each bit that is set ends a row of those that are not.
                 SELECT (sum(length(z.zeros) + 1) OVER (ORDER BY z.ones))::bigint AS place, z.ones
                   FROM string_to_table(b.places::text, '1') WITH ORDINALITY AS z(zeros, ones)) p
                WHERE b.upto > skip AND b.upto - b.count < skip + p_limit - listed AND p.ones <= b.count
                ORDER BY 1 DESC OFFSET skip - (SELECT min(f.upto - f.count) FROM sums f WHERE f.upto > skip) LIMIT p_limit - listed)
        INTO total, numbers FROM sums s;
      RETURN QUERY SELECT unnest(numbers);
      listed := listed + cardinality(numbers);
      IF listed >= p_limit THEN RETURN; END IF;
      skip := greatest(0, skip - total);
      CONTINUE;
    END IF;
    FOR part IN
      SELECT k.block, sum(k.count)::bigint AS count, bit_or(k.places) AS places, min(k.first_at) AS first_at, max(k.last_at) AS last_at
        FROM ledger.movement_blocks k
       WHERE k.account_id = p_account AND (p_type IS NULL OR k.type = p_type)
         AND k.block >= greatest((low - 1) / 256, 256 * shelf.superblock)
         AND k.block <= least((high - 1) / 256, 256 * shelf.superblock + 255)
       GROUP BY k.block ORDER BY k.block DESC
    LOOP
      CONTINUE WHEN part.last_at < p_from OR part.first_at >= p_to;
      is_within := part.first_at >= p_from AND part.last_at < p_to;
      IF skip >= part.count AND is_within AND 256 * (part.block + 1) <= high THEN
        skip := skip - part.count;
        CONTINUE;
      END IF;
      FOR leg IN
        SELECT 256 * part.block + place + 1 FROM generate_series(255, 0, -1) AS place
         WHERE is_within AND get_bit(part.places, place) = 1 AND 256 * part.block + place < high
         UNION ALL
        (SELECT l.seq FROM ledger.legs l
          WHERE NOT is_within AND l.account_id = p_account
            AND l.seq > 256 * part.block AND l.seq <= least(256 * (part.block + 1), high)
            AND (p_type IS NULL OR l.type = p_type) AND l.created_at >= p_from AND l.created_at < p_to
          ORDER BY l.seq DESC)
      LOOP
        IF skip > 0 THEN skip := skip - 1; CONTINUE; END IF;
        RETURN NEXT leg;
        listed := listed + 1;
        IF listed >= p_limit THEN RETURN; END IF;
      END LOOP;
    END LOOP;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION ledger.find_movements(p_account uuid, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_skip bigint, p_limit int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.find_movements(p_account uuid, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_skip bigint, p_limit int) TO payments_app;
