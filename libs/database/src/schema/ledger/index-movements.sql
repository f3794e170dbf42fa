CREATE FUNCTION ledger.index_movements(p_limit int)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE account uuid; after bigint; upto bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.index', 0));
  -- Accounts with little to index do not wait for those with much.
  SELECT f.account_id, f.indexed_to, least(f.folded_to, f.indexed_to + p_limit) / 32 * 32 INTO account, after, upto
    FROM ledger.folds f WHERE f.is_unindexed ORDER BY f.folded_to - f.indexed_to, f.account_id LIMIT 1 FOR UPDATE;
  IF account IS NULL THEN RETURN 0; END IF;
  INSERT INTO ledger.search_blocks (account_id, block, shelf, texts)
  SELECT account, l.block, hashtextextended(account::text || ' ' || (l.block / 8192)::text, 0), l.texts
    FROM (SELECT (x.seq - 1) / 32 AS block, string_agg(lower(translate(coalesce(j.description, '') || E'\t' || coalesce(j.reference, ''), E'\n', ' ')), E'\n' ORDER BY x.seq) AS texts
            FROM ledger.legs x LEFT JOIN LATERAL (SELECT * FROM ledger.journals y WHERE y.id = x.journal_id OFFSET 0) j ON true
           WHERE x.account_id = account AND x.seq > after AND x.seq <= upto GROUP BY 1) l;
  INSERT INTO ledger.counterparty_blocks (account_id, counterparty_id, block)
  SELECT DISTINCT account, l.counterparty_id, (l.seq - 1) / 32 FROM ledger.legs l
   WHERE l.account_id = account AND l.seq > after AND l.seq <= upto AND l.counterparty_id IS NOT NULL;
  UPDATE ledger.folds SET indexed_to = upto, is_unindexed = folded_to - upto >= 512 WHERE account_id = account;
  PERFORM gin_clean_pending_list('ledger.search_blocks_texts');
  RETURN upto - after;
END $$;
REVOKE ALL ON FUNCTION ledger.index_movements(p_limit int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.index_movements(p_limit int) TO payments_app;
