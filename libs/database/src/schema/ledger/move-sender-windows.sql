CREATE FUNCTION ledger.move_sender_windows(p_now timestamptz, p_limit int)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  first date := (p_now AT TIME ZONE 'UTC')::date - 89; due uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.fold', 0));
  due := ARRAY(SELECT account_id FROM ledger.folds WHERE window_from < first ORDER BY window_from, account_id LIMIT p_limit);
  UPDATE ledger.senders s SET count = s.count - gone.count, amount_minor = s.amount_minor - gone.amount_minor
    FROM (SELECT d.account_id, d.sender_id, sum(d.count) AS count, sum(d.amount_minor) AS amount_minor
            FROM unnest(due) a(id) JOIN ledger.folds f ON f.account_id = a.id
            JOIN ledger.sender_days d ON d.account_id = a.id AND d.day >= f.window_from AND d.day < first
           GROUP BY 1, 2) gone
   WHERE s.account_id = gone.account_id AND s.sender_id = gone.sender_id;
  DELETE FROM ledger.senders WHERE account_id = ANY (due) AND count = 0;
  DELETE FROM ledger.sender_days WHERE account_id = ANY (due) AND day < first - 7;
  UPDATE ledger.folds SET window_from = first WHERE account_id = ANY (due);
  RETURN cardinality(due);
END $$;
REVOKE ALL ON FUNCTION ledger.move_sender_windows(p_now timestamptz, p_limit int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.move_sender_windows(p_now timestamptz, p_limit int) TO payments_app;
