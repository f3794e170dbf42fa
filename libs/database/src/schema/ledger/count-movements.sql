CREATE FUNCTION ledger.count_movements(p_accounts uuid[], p_type text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
  SELECT coalesce(sum(s.count + b.count + t.count), 0)::bigint
    FROM unnest(p_accounts) a(id) JOIN ledger.balances n ON n.account_id = a.id
    LEFT JOIN ledger.folds f ON f.account_id = a.id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(x.count), 0) AS count FROM ledger.movement_superblocks x WHERE x.account_id = a.id AND x.type = p_type) s
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(x.count), 0) AS count FROM ledger.movement_blocks x
      WHERE x.account_id = a.id AND x.type = p_type AND x.block >= 256 * (f.folded_to / 65536)) b
   CROSS JOIN LATERAL (
     SELECT count(*) AS count FROM ledger.legs x
      WHERE x.account_id = a.id AND x.seq > coalesce(f.folded_to, 0) AND x.seq <= n.seq AND x.type = p_type) t
$$;
REVOKE ALL ON FUNCTION ledger.count_movements(p_accounts uuid[], p_type text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.count_movements(p_accounts uuid[], p_type text) TO payments_app;
