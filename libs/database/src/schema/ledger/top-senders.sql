CREATE FUNCTION ledger.top_senders(p_account uuid, p_from date, p_limit int)
 RETURNS TABLE(sender_id uuid, count bigint, amount_minor numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
  WITH fold AS MATERIALIZED (
    SELECT b.seq, coalesce(f.folded_to, 0) AS folded_to, coalesce(f.window_from = p_from, false) AS is_summed
      FROM ledger.balances b LEFT JOIN ledger.folds f USING (account_id) WHERE b.account_id = p_account
  ), tail AS MATERIALIZED (
    SELECT l.counterparty_id AS sender_id, count(*) AS count, sum(l.amount_minor) AS amount_minor
      FROM fold JOIN LATERAL (SELECT * FROM ledger.legs x
                               WHERE x.account_id = p_account AND x.seq > fold.folded_to AND x.seq <= fold.seq OFFSET 0) l ON true
     WHERE l.counterparty_id IS NOT NULL AND l.amount_minor > 0 AND l.created_at >= p_from::timestamp AT TIME ZONE 'UTC'
       AND ledger.is_received(CASE
    WHEN l.type = 'reversal' THEN 'reversal of ' || coalesce((
      SELECT o.type FROM ledger.journals r JOIN ledger.journals o ON o.id = r.related_id::uuid WHERE r.id = l.journal_id), 'unknown')
    WHEN l.type = 'escrow_release' AND l.amount_minor > 0 AND EXISTS (
      SELECT 1 FROM ledger.journals j JOIN public.escrows e ON e.id = j.related_id::uuid
        JOIN ledger.accounts a ON a.id = l.account_id
       WHERE j.id = l.journal_id AND e.initiator_id = a.owner_id) THEN 'escrow_release returned'
    ELSE l.type END)
     GROUP BY 1
  ), summed AS (
    (SELECT s.sender_id, s.count, s.amount_minor FROM ledger.senders s
      WHERE (SELECT is_summed FROM fold) AND s.account_id = p_account ORDER BY s.amount_minor DESC, s.sender_id LIMIT p_limit)
    UNION
    SELECT s.sender_id, s.count, s.amount_minor FROM tail JOIN ledger.senders s USING (sender_id)
     WHERE (SELECT is_summed FROM fold) AND s.account_id = p_account
    UNION ALL
    SELECT d.sender_id, sum(d.count), sum(d.amount_minor) FROM ledger.sender_days d
     WHERE NOT (SELECT is_summed FROM fold) AND d.account_id = p_account AND d.day >= p_from GROUP BY 1
  )
  SELECT s.sender_id, sum(s.count)::bigint, sum(s.amount_minor)
    FROM (SELECT * FROM summed UNION ALL SELECT * FROM tail) s
   GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT p_limit
$$;
REVOKE ALL ON FUNCTION ledger.top_senders(p_account uuid, p_from date, p_limit int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.top_senders(p_account uuid, p_from date, p_limit int) TO payments_app;
