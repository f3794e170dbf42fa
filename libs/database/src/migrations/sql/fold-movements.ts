import { BLOCK_PLACES, MOVEMENT_KIND, PLANNED_ONCE } from './movement-terms';
import { UNINDEXED } from './search-movements';
import { sumFunctionsSql } from './sum-movements';

/**
 * Adds movements to the rollups: the legs in (folded_to, balances.seq] of accounts that moved, at most `p_limit` legs and
 * half as many seals, each of which has two or more. The seals only say which accounts moved. The legs of an account are
 * numbered under the lock of its balance, so that all legs up to a visible number are visible. `is_done` says that nothing
 * was left.
 *
 * Fewer than `p_least` legs of an account wait for its next ones: folding many of them costs little more than one, and
 * reads add what waits.
 */
const foldMovementsSql = `
CREATE FUNCTION ledger.fold_movements(p_now timestamptz, p_limit int, p_least int DEFAULT 1, OUT folded bigint, OUT is_done boolean)
  LANGUAGE plpgsql SECURITY DEFINER ${PLANNED_ONCE} AS $$
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
    SELECT l.account_id, l.seq, l.type, ${MOVEMENT_KIND} AS kind, l.amount_minor, l.counterparty_id, l.created_at, b.window_from
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
    SELECT account_id, (seq - 1) / 256, type, count(*), ${BLOCK_PLACES}, min(created_at), max(created_at) FROM legs GROUP BY 1, 2, 3
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
    SELECT account_id, upto, window_from, behind, upto >= ${UNINDEXED} FROM bounds
    ON CONFLICT (account_id) DO UPDATE SET folded_to = excluded.folded_to, behind = excluded.behind,
       is_unindexed = excluded.folded_to - f.indexed_to >= ${UNINDEXED}
  )
  SELECT coalesce(sum(upto - after), 0), coalesce(bool_or(behind), false),
         array_agg(account_id) FILTER (WHERE upto / 65536 > after / 65536)
    INTO folded, unfinished, completed FROM bounds;
  IF completed IS NOT NULL THEN PERFORM ledger.fold_superblocks(completed); END IF;
  IF sealed > 0 THEN UPDATE ledger.fold_walk SET position = reached; END IF;
  is_done := sealed < most AND NOT unfinished;
END $$;
`;

/** Adds up the blocks of superblocks that have become complete. */
export const foldSuperblocksSql = `
CREATE FUNCTION ledger.fold_superblocks(p_accounts uuid[]) RETURNS void LANGUAGE sql ${PLANNED_ONCE} AS $$
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
`;

/** Forgets the rollups and the texts of an account, which the next folds build again. */
const foldAnewSql = `
CREATE FUNCTION ledger.fold_anew(p_account uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER ${PLANNED_ONCE} AS $$
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
`;

/**
 * Takes the days that have left the window of 90 days out of the sums by sender, for at most `p_limit` accounts. Returns
 * the number of accounts. Days stay a week longer than the window, for a clock that was set back.
 */
const moveSenderWindowsSql = `
CREATE FUNCTION ledger.move_sender_windows(p_now timestamptz, p_limit int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER ${PLANNED_ONCE} AS $$
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
`;

/** Whether a credit of this kind was received from others; deposits and money that returns are not. */
const isReceivedSql = `
CREATE FUNCTION ledger.is_received(p_kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_kind IN ('checkout', 'invoice', 'subscription', 'transfer', 'payroll', 'escrow_release', 'unapplied_credit')
$$;
`;

/** These are the functions as they stand. A migration that changes one changes this text, and puts it in anew. */
export const rollupFunctionsSql = [
  isReceivedSql,
  foldMovementsSql,
  foldAnewSql,
  moveSenderWindowsSql,
  sumFunctionsSql,
].join('\n');
