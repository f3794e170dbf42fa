/** What is searched of a movement: one line in lower case, of its journal `j`. Texts of requests contain no tabs. */
export const MOVEMENT_TEXT = `lower(translate(coalesce(j.description, '') || E'\\t' || coalesce(j.reference, ''), E'\\n', ' '))`;

/** What is searched of a counterparty, the account `u`. */
export const COUNTERPARTY_TEXT = `lower(u.usertag || E'\\t' || coalesce(u.business_name, u.first_name || ' ' || u.last_name))`;

/** Whether the name of the counterparty of leg `l` contains a text. */
export const counterpartyHas = (text: string) =>
  `EXISTS (SELECT FROM public.users u WHERE u.id = l.counterparty_id AND strpos(${COUNTERPARTY_TEXT}, ${text}) > 0)`;

/** Movements in one row of the index, rows in one shelf, and movements that wait before they are indexed. */
export const BLOCK = 32;
const SHELF_BLOCKS = 8192;
export const UNINDEXED = 512;

/** The key of a shelf, of which the index returns the rows of one account and part of its numbers. */
const shelfOf = (account: string, number: string) =>
  `hashtextextended(${account}::text || ' ' || (${number})::text, 0)`;

/** The trigrams of the texts of a row, as the index contains them. */
export const INDEXED_TRIGRAMS = `show_trgm(texts) COLLATE "C"`;

const SETTINGS = `SET search_path = ledger, public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
  SET plan_cache_mode = force_generic_plan`;

/**
 * Indexes the texts and counterparties of up to `p_limit` movements of one account, in complete blocks. Returns how many;
 * 0 if no account has enough movements that are not indexed.
 */
const indexMovementsSql = `
CREATE FUNCTION ledger.index_movements(p_limit int) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER ${SETTINGS} AS $$
DECLARE account uuid; after bigint; upto bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.index', 0));
  -- Accounts with little to index do not wait for those with much.
  SELECT f.account_id, f.indexed_to, least(f.folded_to, f.indexed_to + p_limit) / ${BLOCK} * ${BLOCK} INTO account, after, upto
    FROM ledger.folds f WHERE f.is_unindexed ORDER BY f.folded_to - f.indexed_to, f.account_id LIMIT 1 FOR UPDATE;
  IF account IS NULL THEN RETURN 0; END IF;
  INSERT INTO ledger.search_blocks (account_id, block, shelf, texts)
  SELECT account, l.block, ${shelfOf('account', `l.block / ${SHELF_BLOCKS}`)}, l.texts
    FROM (SELECT (x.seq - 1) / ${BLOCK} AS block, string_agg(${MOVEMENT_TEXT}, E'\\n' ORDER BY x.seq) AS texts
            FROM ledger.legs x LEFT JOIN LATERAL (SELECT * FROM ledger.journals y WHERE y.id = x.journal_id OFFSET 0) j ON true
           WHERE x.account_id = account AND x.seq > after AND x.seq <= upto GROUP BY 1) l;
  INSERT INTO ledger.counterparty_blocks (account_id, counterparty_id, block)
  SELECT DISTINCT account, l.counterparty_id, (l.seq - 1) / ${BLOCK} FROM ledger.legs l
   WHERE l.account_id = account AND l.seq > after AND l.seq <= upto AND l.counterparty_id IS NOT NULL;
  UPDATE ledger.folds SET indexed_to = upto, is_unindexed = folded_to - upto >= ${UNINDEXED} WHERE account_id = account;
  PERFORM gin_clean_pending_list('ledger.search_blocks_texts');
  RETURN upto - after;
END $$;
`;

/**
 * Finds the numbers of an account's movements whose text contains `p_text`, or whose counterparty's present name or tag
 * does: newest first, at most `p_limit`, below `p_before`, of a type and time. The newest movements are read. Older
 * ones are found by the trigrams of their blocks, and by the blocks of the counterparties with such a name.
 *
 * The work has a limit: `p_blocks` blocks are read, and of movements that are not indexed, or texts that the index cannot
 * find, `p_read`. A row whose `is_found` is false names the number from which on everything was searched, and its time.
 */
const searchMovementsSql = `
CREATE FUNCTION ledger.search_movements(
  p_account uuid, p_text text, p_type text, p_from timestamptz, p_to timestamptz, p_before bigint, p_limit int, p_read int, p_blocks int
) RETURNS TABLE (seq bigint, created_at timestamptz, is_found boolean) LANGUAGE plpgsql STABLE ${SETTINGS} AS $$
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
  direct := greatest(bottom, least(indexed, greatest(0, top - ${UNINDEXED}) / ${BLOCK} * ${BLOCK}));

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
                         WHERE ${COUNTERPARTY_TEXT} LIKE '%' || regexp_replace(name, '([\\\\%_])', '\\\\\\1', 'g') || '%' LIMIT 1001);
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
         AND (strpos(${MOVEMENT_TEXT}, wanted) > 0
              OR ${counterpartyHas('name')})
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
  FOR part_number IN REVERSE (direct - 1) / ${BLOCK * SHELF_BLOCKS} .. bottom / ${BLOCK * SHELF_BLOCKS} LOOP
    read := read + 1;
    FOR part IN
      SELECT c.block, max(c.texts) AS texts, bool_or(c.is_person) AS is_person FROM (
        SELECT t.block, t.texts, false AS is_person
          FROM (SELECT * FROM ledger.search_blocks s
                 WHERE s.shelf = ${shelfOf('p_account', 'part_number')} AND (${INDEXED_TRIGRAMS}) @> trigrams OFFSET 0) t
         WHERE t.account_id = p_account
         UNION ALL
        SELECT k.block, NULL, true FROM unnest(people) p(id)
          JOIN LATERAL (SELECT * FROM ledger.counterparty_blocks x
                         WHERE x.account_id = p_account AND x.counterparty_id = p.id
                           AND x.block >= ${SHELF_BLOCKS} * part_number AND x.block < ${SHELF_BLOCKS} * (part_number + 1) OFFSET 0) k ON true
      ) c WHERE c.block >= bottom / ${BLOCK} AND c.block <= (direct - 1) / ${BLOCK}
      GROUP BY c.block ORDER BY c.block DESC LIMIT greatest(1, p_blocks - read + 1)
    LOOP
      read := read + 1;
      IF read > p_blocks THEN
        RETURN QUERY SELECT l.seq, l.created_at, false FROM ledger.legs l
                      WHERE l.account_id = p_account AND l.seq = least(direct, ${BLOCK} * (part.block + 1)) + 1;
        RETURN;
      END IF;
      CONTINUE WHEN NOT part.is_person AND strpos(part.texts, wanted) = 0;
      lines := string_to_array(part.texts, E'\\n');
      FOR leg IN
        SELECT l.seq, l.created_at FROM ledger.legs l
         WHERE l.account_id = p_account AND l.seq > ${BLOCK} * part.block AND l.seq <= least(direct, ${BLOCK} * (part.block + 1))
           AND (p_type IS NULL OR l.type = p_type) AND l.created_at >= p_from AND l.created_at < p_to
           AND (strpos(lines[l.seq - ${BLOCK} * part.block], wanted) > 0 OR l.counterparty_id = ANY (people))
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
`;

/** These are the functions as they stand. A migration that changes one changes this text, and puts it in anew. */
export const searchFunctionsSql = [indexMovementsSql, searchMovementsSql].join('\n');
