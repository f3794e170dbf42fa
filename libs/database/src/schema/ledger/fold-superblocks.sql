CREATE FUNCTION ledger.fold_superblocks(p_accounts uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
  INSERT INTO ledger.movement_superblocks (account_id, superblock, type, count, first_at, last_at)
  SELECT f.account_id, k.block / 256, k.type, sum(k.count), min(k.first_at), max(k.last_at)
    FROM unnest(p_accounts) a(id) JOIN ledger.folds f ON f.account_id = a.id
   CROSS JOIN LATERAL (
     SELECT coalesce(max(s.superblock) + 1, 0) AS next FROM ledger.movement_superblocks s WHERE s.account_id = f.account_id) known
    JOIN LATERAL (
      SELECT * FROM ledger.movement_blocks x
       WHERE x.account_id = f.account_id AND x.block >= 256 * known.next AND x.block < 256 * (f.folded_to / 65536) OFFSET 0) k ON true
   GROUP BY 1, 2, 3
$$;
REVOKE ALL ON FUNCTION ledger.fold_superblocks(p_accounts uuid[]) FROM PUBLIC;
