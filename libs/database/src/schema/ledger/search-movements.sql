CREATE FUNCTION ledger.search_movements(p_account uuid, p_text text, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit int, p_read int, p_blocks int)
 RETURNS TABLE(seq bigint, created_at timestamptz, is_found boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
#variable_conflict use_column
DECLARE
  wanted text := lower(p_text); name text := regexp_replace(lower(p_text), '^@', ''); leg record; part record; lines text[];
  newest bigint; folded bigint; indexed bigint; bottom bigint := 0; top bigint := 9223372036854775807; low bigint; high bigint;
  direct bigint; reached bigint; hits int := 0; read bigint := 0; trigrams text[]; people uuid[];
BEGIN
  SELECT b.seq, coalesce(f.folded_to, 0), coalesce(f.indexed_to, 0) INTO newest, folded, indexed
    FROM ledger.balances b LEFT JOIN ledger.folds f USING (account_id) WHERE b.account_id = p_account;
  newest := least(newest, p_before - 1);
  -- The days say between which numbers the time lies, whatever the clocks were.
  IF p_from > '-infinity' OR p_to < 'infinity' THEN
    SELECT coalesce(min(d.first_seq) - 1, 0), coalesce(max(d.last_seq), 0) INTO bottom, top FROM ledger.movement_days d
     WHERE d.account_id = p_account AND d.day >= (p_from AT TIME ZONE 'UTC')::date AND d.day <= (p_to AT TIME ZONE 'UTC')::date;
  END IF;
  top := least(top, newest, folded);
  direct := greatest(bottom, least(indexed, greatest(0, top - 512) / 32 * 32));

  -- Read what is not folded, then what is newest of the time, then what the index cannot find.
  FOR step IN 1..3 LOOP
    IF step = 1 THEN
      high := newest; low := folded;
    ELSIF step = 2 THEN
      high := top; low := direct;
    ELSE
      EXIT WHEN direct <= bottom;
      trigrams := ARRAY(SELECT unnest(show_trgm(wanted)) INTERSECT SELECT unnest(show_trgm('a' || wanted || 'a'))
                         INTERSECT SELECT unnest(show_trgm('z' || wanted || 'z')));
      IF trigrams <> '{}' THEN
        people := ARRAY(SELECT u.id FROM public.users u
                         WHERE lower(u.usertag || E'\t' || coalesce(u.business_name, u.first_name || ' ' || u.last_name)) LIKE '%' || regexp_replace(name, '([\\%_])', '\\\1', 'g') || '%' LIMIT 1001);
        EXIT WHEN cardinality(people) <= 1000;
      END IF;
      high := direct; low := bottom;
    END IF;
    reached := greatest(low, high - p_read + read) + 1;
    FOR leg IN
      SELECT l.seq, l.created_at FROM ledger.legs l
       CROSS JOIN LATERAL (SELECT * FROM ledger.journals x WHERE x.id = l.journal_id OFFSET 0) j
       WHERE l.account_id = p_account AND l.seq >= reached AND l.seq <= high
         AND (p_type IS NULL OR l.type = p_type) AND l.created_at >= p_from AND l.created_at < p_to
         AND (strpos(lower(translate(coalesce(j.description, '') || E'\t' || coalesce(j.reference, ''), E'\n', ' ')), wanted) > 0
              OR EXISTS (SELECT FROM public.users u WHERE u.id = l.counterparty_id AND strpos(lower(u.usertag || E'\t' || coalesce(u.business_name, u.first_name || ' ' || u.last_name)), name) > 0))
       ORDER BY l.seq DESC
    LOOP
      seq := leg.seq; created_at := leg.created_at; is_found := true;
      RETURN NEXT;
      hits := hits + 1;
      IF hits >= p_limit THEN RETURN; END IF;
    END LOOP;
    IF reached > low + 1 THEN
      RETURN QUERY SELECT l.seq, l.created_at, false FROM ledger.legs l WHERE l.account_id = p_account AND l.seq = reached;
      RETURN;
    END IF;
    read := read + greatest(0, high - low);
    IF step = 3 THEN RETURN; END IF;
  END LOOP;
  IF direct <= bottom THEN RETURN; END IF;

  people := ARRAY(SELECT p.id FROM unnest(people) p(id) WHERE EXISTS (
    SELECT FROM ledger.counterparty_blocks k WHERE k.account_id = p_account AND k.counterparty_id = p.id));
  read := 0;
  FOR part_number IN REVERSE (direct - 1) / 262144 .. bottom / 262144 LOOP
    read := read + 1;
    FOR part IN
      SELECT c.block, max(c.texts) AS texts, bool_or(c.is_person) AS is_person FROM (
        SELECT t.block, t.texts, false AS is_person
          FROM (SELECT * FROM ledger.search_blocks s
                 WHERE s.shelf = hashtextextended(p_account::text || ' ' || (part_number)::text, 0) AND (show_trgm(texts) COLLATE "C") @> trigrams OFFSET 0) t
         WHERE t.account_id = p_account
         UNION ALL
        SELECT k.block, NULL, true FROM unnest(people) p(id)
          JOIN LATERAL (SELECT * FROM ledger.counterparty_blocks x
                         WHERE x.account_id = p_account AND x.counterparty_id = p.id
                           AND x.block >= 8192 * part_number AND x.block < 8192 * (part_number + 1) OFFSET 0) k ON true
      ) c WHERE c.block >= bottom / 32 AND c.block <= (direct - 1) / 32
      GROUP BY c.block ORDER BY c.block DESC LIMIT greatest(1, p_blocks - read + 1)
    LOOP
      read := read + 1;
      IF read > p_blocks THEN
        RETURN QUERY SELECT l.seq, l.created_at, false FROM ledger.legs l
                      WHERE l.account_id = p_account AND l.seq = least(direct, 32 * (part.block + 1)) + 1;
        RETURN;
      END IF;
      CONTINUE WHEN NOT part.is_person AND strpos(part.texts, wanted) = 0;
      lines := string_to_array(part.texts, E'\n');
      FOR leg IN
        SELECT l.seq, l.created_at FROM ledger.legs l
         WHERE l.account_id = p_account AND l.seq > 32 * part.block AND l.seq <= least(direct, 32 * (part.block + 1))
           AND (p_type IS NULL OR l.type = p_type) AND l.created_at >= p_from AND l.created_at < p_to
           AND (strpos(lines[l.seq - 32 * part.block], wanted) > 0 OR l.counterparty_id = ANY (people))
         ORDER BY l.seq DESC
      LOOP
        seq := leg.seq; created_at := leg.created_at; is_found := true;
        RETURN NEXT;
        hits := hits + 1;
        IF hits >= p_limit THEN RETURN; END IF;
      END LOOP;
    END LOOP;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION ledger.search_movements(p_account uuid, p_text text, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit int, p_read int, p_blocks int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.search_movements(p_account uuid, p_text text, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit int, p_read int, p_blocks int) TO payments_app;
