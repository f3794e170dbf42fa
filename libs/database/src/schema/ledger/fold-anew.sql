CREATE FUNCTION ledger.fold_anew(p_account uuid, p_now timestamptz)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.fold', 0)), pg_advisory_xact_lock(hashtextextended('ledger.index', 0));
  DELETE FROM ledger.search_blocks WHERE account_id = p_account;
  DELETE FROM ledger.counterparty_blocks WHERE account_id = p_account;
  DELETE FROM ledger.movement_hours WHERE account_id = p_account;
  DELETE FROM ledger.movement_days WHERE account_id = p_account;
  DELETE FROM ledger.movement_blocks WHERE account_id = p_account;
  DELETE FROM ledger.movement_superblocks WHERE account_id = p_account;
  DELETE FROM ledger.sender_days WHERE account_id = p_account;
  DELETE FROM ledger.senders WHERE account_id = p_account;
  UPDATE ledger.folds
     SET folded_to = 0, indexed_to = 0, behind = true, is_unindexed = false, window_from = (p_now AT TIME ZONE 'UTC')::date - 89
   WHERE account_id = p_account;
END $$;
REVOKE ALL ON FUNCTION ledger.fold_anew(p_account uuid, p_now timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.fold_anew(p_account uuid, p_now timestamptz) TO payments_app;
