CREATE FUNCTION ledger.fold_movements(p_now timestamptz, p_limit int, p_least int DEFAULT 1, OUT folded bigint, OUT is_done boolean)
 RETURNS record
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
  walked bigint; reached bigint; most int := (p_limit + 1) / 2; sealed int; moved uuid[]; completed uuid[]; unfinished boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.fold', 0));
  SELECT w.position INTO walked FROM ledger.fold_walk w;
  SELECT count(*), max(s.position) INTO sealed, reached
    FROM (SELECT position FROM ledger.seals WHERE position > walked ORDER BY position LIMIT most) s;
  moved := ARRAY(
    SELECT m.id FROM (
      SELECT DISTINCT unnest(j.accounts) AS id FROM ledger.seals s JOIN ledger.journals j ON j.id = s.journal_id
       WHERE s.position > walked AND s.position <= reached
       UNION
      (SELECT f.account_id FROM ledger.folds f WHERE f.behind ORDER BY f.account_id LIMIT p_limit)
    ) m ORDER BY m.id);
  WITH available AS (
    SELECT b.account_id, coalesce(f.folded_to, 0) AS after, b.seq - coalesce(f.folded_to, 0) AS legs,
           coalesce(f.window_from, (p_now AT TIME ZONE 'UTC')::date - 89) AS window_from, f.behind
      FROM unnest(moved) m(id) JOIN ledger.balances b ON b.account_id = m.id
      LEFT JOIN ledger.folds f ON f.account_id = m.id
     WHERE b.seq - coalesce(f.folded_to, 0) >= p_least OR f.behind
  ), bounds AS MATERIALIZED (
    SELECT a.account_id, a.after, a.after + t.legs AS upto, t.legs < a.legs AS behind, a.window_from
      FROM (SELECT *, coalesce(sum(legs) OVER (ORDER BY account_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
              FROM available) a
     CROSS JOIN LATERAL (SELECT greatest(0, least(a.legs, p_limit - a.before))::bigint AS legs) t
  ), legs AS MATERIALIZED (
    SELECT l.account_id, l.seq, l.type, CASE
    WHEN l.type = 'reversal' THEN 'reversal of ' || coalesce((
      SELECT o.type FROM ledger.journals r JOIN ledger.journals o ON o.id = r.related_id::uuid WHERE r.id = l.journal_id), 'unknown')
    WHEN l.type = 'escrow_release' AND l.amount_minor > 0 AND EXISTS (
      SELECT 1 FROM ledger.journals j JOIN public.escrows e ON e.id = j.related_id::uuid
        JOIN ledger.accounts a ON a.id = l.account_id
       WHERE j.id = l.journal_id AND e.initiator_id = a.owner_id) THEN 'escrow_release returned'
    ELSE l.type END AS kind, l.amount_minor, l.counterparty_id, l.created_at, b.window_from
      FROM bounds b CROSS JOIN LATERAL (
        SELECT * FROM ledger.legs x WHERE x.account_id = b.account_id AND x.seq > b.after AND x.seq <= b.upto OFFSET 0) l
  ), hours AS MATERIALIZED (
    SELECT account_id, date_trunc('hour', created_at, 'UTC') AS hour, kind, amount_minor > 0 AS credit, count(*) AS count,
           sum(abs(amount_minor)) AS amount_minor, min(seq) AS first_seq, max(seq) AS last_seq
      FROM legs GROUP BY 1, 2, 3, 4
  ), into_hours AS (
    INSERT INTO ledger.movement_hours AS h (account_id, hour, kind, credit, count, amount_minor, first_seq, last_seq)
    SELECT * FROM hours
    ON CONFLICT (account_id, hour, kind, credit) DO UPDATE
       SET count = h.count + excluded.count, amount_minor = h.amount_minor + excluded.amount_minor,
           first_seq = least(h.first_seq, excluded.first_seq), last_seq = greatest(h.last_seq, excluded.last_seq)
  ), into_days AS (
    INSERT INTO ledger.movement_days AS d (account_id, day, kind, credit, count, amount_minor, first_seq, last_seq)
    SELECT account_id, (hour AT TIME ZONE 'UTC')::date, kind, credit, sum(count), sum(amount_minor), min(first_seq), max(last_seq)
      FROM hours GROUP BY 1, 2, 3, 4
    ON CONFLICT (account_id, day, kind, credit) DO UPDATE
       SET count = d.count + excluded.count, amount_minor = d.amount_minor + excluded.amount_minor,
           first_seq = least(d.first_seq, excluded.first_seq), last_seq = greatest(d.last_seq, excluded.last_seq)
  ), into_blocks AS (
    INSERT INTO ledger.movement_blocks AS k (account_id, block, type, count, places, first_at, last_at)
    SELECT account_id, (seq - 1) / 256, type, count(*), bit_or(set_bit(repeat('0', 256)::bit(256), ((seq - 1) % 256)::int, 1)), min(created_at), max(created_at) FROM legs GROUP BY 1, 2, 3
    ON CONFLICT (account_id, block, type) DO UPDATE
       SET count = k.count + excluded.count, places = k.places | excluded.places, first_at = least(k.first_at, excluded.first_at),
           last_at = greatest(k.last_at, excluded.last_at)
  ), sent AS MATERIALIZED (
    SELECT l.account_id, (l.created_at AT TIME ZONE 'UTC')::date AS day, l.counterparty_id AS sender_id, count(*) AS count,
           sum(l.amount_minor) AS amount_minor
      FROM legs l
     WHERE l.counterparty_id IS NOT NULL AND l.amount_minor > 0 AND ledger.is_received(l.kind)
       AND l.created_at >= l.window_from::timestamp AT TIME ZONE 'UTC'
     GROUP BY 1, 2, 3
  ), into_sender_days AS (
    INSERT INTO ledger.sender_days AS d (account_id, day, sender_id, count, amount_minor)
    SELECT account_id, day, sender_id, count, amount_minor FROM sent
    ON CONFLICT (account_id, day, sender_id) DO UPDATE
       SET count = d.count + excluded.count, amount_minor = d.amount_minor + excluded.amount_minor
  ), into_senders AS (
    INSERT INTO ledger.senders AS s (account_id, sender_id, count, amount_minor)
    SELECT account_id, sender_id, sum(count), sum(amount_minor) FROM sent GROUP BY 1, 2
    ON CONFLICT (account_id, sender_id) DO UPDATE
       SET count = s.count + excluded.count, amount_minor = s.amount_minor + excluded.amount_minor
  ), into_folds AS (
    INSERT INTO ledger.folds AS f (account_id, folded_to, window_from, behind, is_unindexed)
    SELECT account_id, upto, window_from, behind, upto >= 512 FROM bounds
    ON CONFLICT (account_id) DO UPDATE SET folded_to = excluded.folded_to, behind = excluded.behind,
       is_unindexed = excluded.folded_to - f.indexed_to >= 512
  )
  SELECT coalesce(sum(upto - after), 0), coalesce(bool_or(behind), false),
         array_agg(account_id) FILTER (WHERE upto / 65536 > after / 65536)
    INTO folded, unfinished, completed FROM bounds;
  IF completed IS NOT NULL THEN PERFORM ledger.fold_superblocks(completed); END IF;
  IF sealed > 0 THEN UPDATE ledger.fold_walk SET position = reached; END IF;
  is_done := sealed < most AND NOT unfinished;
END $$;
REVOKE ALL ON FUNCTION ledger.fold_movements(p_now timestamptz, p_limit int, p_least int, OUT folded bigint, OUT is_done boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.fold_movements(p_now timestamptz, p_limit int, p_least int, OUT folded bigint, OUT is_done boolean) TO payments_app;
