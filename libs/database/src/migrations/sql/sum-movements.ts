import { MOVEMENT_KIND, PLANNED_ONCE, SPECIAL_TYPES } from './movement-terms';

const PARAMETERS = `
  p_accounts uuid[], p_bounds timestamptz[],
  d_bucket int[], d_from date[], d_to date[],
  h_bucket int[], h_from timestamptz[], h_to timestamptz[],
  o_bucket int[], o_from timestamptz[], o_to timestamptz[]
`;

/** A hash of few groups is cheaper than sorting thousands of legs, which the planner does not expect. */
const SUMMED_BY_HASH = 'SET enable_sort = off';

/**
 * The parts that sums consist of, by bucket and direction, and by kind or without: days, hours, legs of odd parts of
 * hours, and the tail, which are the legs that are not folded yet. The tail is read once and summed by type; only types
 * whose legs lie in several buckets, or have kinds of their own, are read leg by leg.
 */
function sumsQuery(isByKind: boolean): string {
  const kind = (text: string) => (isByKind ? `${text},` : '');
  return `
  WITH fold AS MATERIALIZED (
    SELECT b.account_id, b.seq, coalesce(f.folded_to, 0) AS folded_to
      FROM unnest(p_accounts) a(id) JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN ledger.folds f ON f.account_id = a.id
  ), tail AS MATERIALIZED (
    SELECT fold.*, t.*, width_bucket(t.first_at, p_bounds) AS bucket,
           width_bucket(t.first_at, p_bounds) = width_bucket(t.last_at, p_bounds)${isByKind ? ` AND t.type NOT IN (${SPECIAL_TYPES})` : ''} AS is_summed
      FROM fold CROSS JOIN LATERAL (
        SELECT ${kind('x.type')} min(x.created_at) AS first_at, max(x.created_at) AS last_at, count(*) AS count,
               count(*) FILTER (WHERE x.amount_minor > 0) AS credits, sum(x.amount_minor) AS net_minor,
               coalesce(sum(x.amount_minor) FILTER (WHERE x.amount_minor > 0), 0) AS credit_minor
          FROM ledger.legs x WHERE x.account_id = fold.account_id AND x.seq > fold.folded_to AND x.seq <= fold.seq
         ${isByKind ? 'GROUP BY x.type' : ''}) t
     WHERE fold.seq > fold.folded_to
  ), parts AS (
    SELECT d.account_id, r.bucket, ${kind('d.kind')} d.credit, d.count, d.amount_minor
      FROM unnest(d_bucket, d_from, d_to) r(bucket, begins, ends) CROSS JOIN fold
      JOIN LATERAL (SELECT * FROM ledger.movement_days x
                     WHERE x.account_id = fold.account_id AND x.day >= r.begins AND x.day < r.ends OFFSET 0) d ON true
     UNION ALL
    SELECT h.account_id, r.bucket, ${kind('h.kind')} h.credit, h.count, h.amount_minor
      FROM unnest(h_bucket, h_from, h_to) r(bucket, begins, ends) CROSS JOIN fold
      JOIN LATERAL (SELECT * FROM ledger.movement_hours x
                     WHERE x.account_id = fold.account_id AND x.hour >= r.begins AND x.hour < r.ends OFFSET 0) h ON true
     UNION ALL
    SELECT l.account_id, r.bucket, ${kind(MOVEMENT_KIND)} l.amount_minor > 0, 1, abs(l.amount_minor)
      FROM unnest(o_bucket, o_from, o_to) r(bucket, begins, ends) CROSS JOIN fold
      JOIN LATERAL (SELECT min(x.first_seq) AS first_seq, max(x.last_seq) AS last_seq FROM ledger.movement_hours x
                     WHERE x.account_id = fold.account_id AND x.hour = date_trunc('hour', r.begins, 'UTC')) h ON true
      JOIN LATERAL (SELECT * FROM ledger.legs x
                     WHERE x.account_id = fold.account_id AND x.seq BETWEEN h.first_seq AND h.last_seq
                       AND x.created_at >= r.begins AND x.created_at < r.ends OFFSET 0) l ON true
     UNION ALL
    SELECT t.account_id, t.bucket, ${kind('t.type')} s.credit, s.count, s.amount_minor
      FROM tail t CROSS JOIN LATERAL (
        VALUES (true, t.credits, t.credit_minor), (false, t.count - t.credits, t.credit_minor - t.net_minor)) s(credit, count, amount_minor)
     WHERE t.is_summed AND s.count > 0
     UNION ALL
    SELECT l.account_id, width_bucket(l.created_at, p_bounds), ${kind(MOVEMENT_KIND)} l.amount_minor > 0, count(*), sum(abs(l.amount_minor))
      FROM (SELECT t.account_id, t.folded_to, t.seq${isByKind ? ', array_agg(t.type) AS types' : ''} FROM tail t
             WHERE NOT t.is_summed GROUP BY 1, 2, 3) t
      JOIN LATERAL (SELECT * FROM ledger.legs x
                     WHERE x.account_id = t.account_id AND x.seq > t.folded_to AND x.seq <= t.seq
                       ${isByKind ? 'AND x.type = ANY (t.types)' : ''} OFFSET 0) l ON true
     GROUP BY 1, 2, 3${isByKind ? ', 4' : ''}
  )
  SELECT account_id, bucket, ${kind('kind')} credit, sum(count)::bigint, sum(amount_minor) FROM parts
   WHERE bucket BETWEEN 1 AND cardinality(p_bounds) - 1 GROUP BY 1, 2, 3${isByKind ? ', 4' : ''}`;
}

/**
 * Sums of movements by bucket, kind and direction, in one snapshot. `p_bounds` are the ascending ends of the half-open
 * buckets, which count from 1. The ranges name the bucket they belong to; an odd range lies within one hour.
 */
const movementSumsSql = `
CREATE FUNCTION ledger.movement_sums(${PARAMETERS})
  RETURNS TABLE (account_id uuid, bucket int, kind text, credit boolean, count bigint, amount_minor numeric)
  LANGUAGE sql STABLE ${PLANNED_ONCE} ${SUMMED_BY_HASH} AS $$ ${sumsQuery(true)}
$$;
`;

/** The same sums without kinds. */
export const movementFlowsSql = `
CREATE FUNCTION ledger.movement_flows(${PARAMETERS})
  RETURNS TABLE (account_id uuid, bucket int, credit boolean, count bigint, amount_minor numeric)
  LANGUAGE sql STABLE ${PLANNED_ONCE} ${SUMMED_BY_HASH} AS $$ ${sumsQuery(false)}
$$;
`;

/** How many movements of a type accounts have, in one snapshot: superblocks, the blocks after them, and the tail. */
export const countMovementsSql = `
CREATE FUNCTION ledger.count_movements(p_accounts uuid[], p_type text) RETURNS bigint LANGUAGE sql STABLE ${PLANNED_ONCE} AS $$
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
`;

/**
 * The people from whom an account received most since the day `p_from`, in one snapshot: sums by sender and the legs that
 * are not folded yet. While the window of the sums begins on another day, the sums of each day are added up.
 */
const topSendersSql = `
CREATE FUNCTION ledger.top_senders(p_account uuid, p_from date, p_limit int)
  RETURNS TABLE (sender_id uuid, count bigint, amount_minor numeric) LANGUAGE sql STABLE ${PLANNED_ONCE} AS $$
  WITH fold AS MATERIALIZED (
    SELECT b.seq, coalesce(f.folded_to, 0) AS folded_to, coalesce(f.window_from = p_from, false) AS is_summed
      FROM ledger.balances b LEFT JOIN ledger.folds f USING (account_id) WHERE b.account_id = p_account
  ), tail AS MATERIALIZED (
    SELECT l.counterparty_id AS sender_id, count(*) AS count, sum(l.amount_minor) AS amount_minor
      FROM fold JOIN LATERAL (SELECT * FROM ledger.legs x
                               WHERE x.account_id = p_account AND x.seq > fold.folded_to AND x.seq <= fold.seq OFFSET 0) l ON true
     WHERE l.counterparty_id IS NOT NULL AND l.amount_minor > 0 AND l.created_at >= p_from::timestamp AT TIME ZONE 'UTC'
       AND ledger.is_received(${MOVEMENT_KIND})
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
`;

export const sumFunctionsSql = [movementSumsSql, topSendersSql].join('\n');
