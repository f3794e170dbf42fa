CREATE FUNCTION ledger.movement_sums(p_accounts uuid[], p_bounds timestamptz[], d_bucket int[], d_from date[], d_to date[], h_bucket int[], h_from timestamptz[], h_to timestamptz[], o_bucket int[], o_from timestamptz[], o_to timestamptz[])
 RETURNS TABLE(account_id uuid, bucket int, kind text, credit boolean, count bigint, amount_minor numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $$ 
  WITH fold AS MATERIALIZED (
    SELECT b.account_id, b.seq, coalesce(f.folded_to, 0) AS folded_to
      FROM unnest(p_accounts) a(id) JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN ledger.folds f ON f.account_id = a.id
  ), tail AS MATERIALIZED (
    SELECT fold.*, t.*, width_bucket(t.first_at, p_bounds) AS bucket,
           width_bucket(t.first_at, p_bounds) = width_bucket(t.last_at, p_bounds) AND t.type NOT IN ('reversal', 'escrow_release') AS is_summed
      FROM fold CROSS JOIN LATERAL (
        SELECT x.type, min(x.created_at) AS first_at, max(x.created_at) AS last_at, count(*) AS count,
               count(*) FILTER (WHERE x.amount_minor > 0) AS credits, sum(x.amount_minor) AS net_minor,
               coalesce(sum(x.amount_minor) FILTER (WHERE x.amount_minor > 0), 0) AS credit_minor
          FROM ledger.legs x WHERE x.account_id = fold.account_id AND x.seq > fold.folded_to AND x.seq <= fold.seq
         GROUP BY x.type) t
     WHERE fold.seq > fold.folded_to
  ), parts AS (
    SELECT d.account_id, r.bucket, d.kind, d.credit, d.count, d.amount_minor
      FROM unnest(d_bucket, d_from, d_to) r(bucket, begins, ends) CROSS JOIN fold
      JOIN LATERAL (SELECT * FROM ledger.movement_days x
                     WHERE x.account_id = fold.account_id AND x.day >= r.begins AND x.day < r.ends OFFSET 0) d ON true
     UNION ALL
    SELECT h.account_id, r.bucket, h.kind, h.credit, h.count, h.amount_minor
      FROM unnest(h_bucket, h_from, h_to) r(bucket, begins, ends) CROSS JOIN fold
      JOIN LATERAL (SELECT * FROM ledger.movement_hours x
                     WHERE x.account_id = fold.account_id AND x.hour >= r.begins AND x.hour < r.ends OFFSET 0) h ON true
     UNION ALL
    SELECT l.account_id, r.bucket, CASE
    WHEN l.type = 'reversal' THEN 'reversal of ' || coalesce((
      SELECT o.type FROM ledger.journals r JOIN ledger.journals o ON o.id = r.related_id::uuid WHERE r.id = l.journal_id), 'unknown')
    WHEN l.type = 'escrow_release' AND l.amount_minor > 0 AND EXISTS (
      SELECT 1 FROM ledger.journals j JOIN public.escrows e ON e.id = j.related_id::uuid
        JOIN ledger.accounts a ON a.id = l.account_id
       WHERE j.id = l.journal_id AND e.initiator_id = a.owner_id) THEN 'escrow_release returned'
    ELSE l.type END, l.amount_minor > 0, 1, abs(l.amount_minor)
      FROM unnest(o_bucket, o_from, o_to) r(bucket, begins, ends) CROSS JOIN fold
      JOIN LATERAL (SELECT min(x.first_seq) AS first_seq, max(x.last_seq) AS last_seq FROM ledger.movement_hours x
                     WHERE x.account_id = fold.account_id AND x.hour = date_trunc('hour', r.begins, 'UTC')) h ON true
      JOIN LATERAL (SELECT * FROM ledger.legs x
                     WHERE x.account_id = fold.account_id AND x.seq BETWEEN h.first_seq AND h.last_seq
                       AND x.created_at >= r.begins AND x.created_at < r.ends OFFSET 0) l ON true
     UNION ALL
    SELECT t.account_id, t.bucket, t.type, s.credit, s.count, s.amount_minor
      FROM tail t CROSS JOIN LATERAL (
        VALUES (true, t.credits, t.credit_minor), (false, t.count - t.credits, t.credit_minor - t.net_minor)) s(credit, count, amount_minor)
     WHERE t.is_summed AND s.count > 0
     UNION ALL
    SELECT l.account_id, width_bucket(l.created_at, p_bounds), CASE
    WHEN l.type = 'reversal' THEN 'reversal of ' || coalesce((
      SELECT o.type FROM ledger.journals r JOIN ledger.journals o ON o.id = r.related_id::uuid WHERE r.id = l.journal_id), 'unknown')
    WHEN l.type = 'escrow_release' AND l.amount_minor > 0 AND EXISTS (
      SELECT 1 FROM ledger.journals j JOIN public.escrows e ON e.id = j.related_id::uuid
        JOIN ledger.accounts a ON a.id = l.account_id
       WHERE j.id = l.journal_id AND e.initiator_id = a.owner_id) THEN 'escrow_release returned'
    ELSE l.type END, l.amount_minor > 0, count(*), sum(abs(l.amount_minor))
      FROM (SELECT t.account_id, t.folded_to, t.seq, array_agg(t.type) AS types FROM tail t
             WHERE NOT t.is_summed GROUP BY 1, 2, 3) t
      JOIN LATERAL (SELECT * FROM ledger.legs x
                     WHERE x.account_id = t.account_id AND x.seq > t.folded_to AND x.seq <= t.seq
                       AND x.type = ANY (t.types) OFFSET 0) l ON true
     GROUP BY 1, 2, 3, 4
  )
  SELECT account_id, bucket, kind, credit, sum(count)::bigint, sum(amount_minor) FROM parts
   WHERE bucket BETWEEN 1 AND cardinality(p_bounds) - 1 GROUP BY 1, 2, 3, 4
$$;
REVOKE ALL ON FUNCTION ledger.movement_sums(p_accounts uuid[], p_bounds timestamptz[], d_bucket int[], d_from date[], d_to date[], h_bucket int[], h_from timestamptz[], h_to timestamptz[], o_bucket int[], o_from timestamptz[], o_to timestamptz[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.movement_sums(p_accounts uuid[], p_bounds timestamptz[], d_bucket int[], d_from date[], d_to date[], h_bucket int[], h_from timestamptz[], h_to timestamptz[], o_bucket int[], o_from timestamptz[], o_to timestamptz[]) TO payments_app;
