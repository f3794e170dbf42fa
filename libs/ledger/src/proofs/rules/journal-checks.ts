import { REVERSAL_KEY } from '../../money/reversal.money';
import { type Check, NAMED_LEGS, UUID } from './check';

export const CHAIN = 'the hash chain holds';

/** Checks of journals, by their id. */
export const JOURNAL_CHECKS: Check[] = [
  {
    name: 'each journal sums to zero in each currency',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, a.currency || ' legs sum to ' || sum(named.amount) AS detail,
              array_agg(a.id) AS accounts, j.id AS journal_id
         FROM ${NAMED_LEGS} JOIN ledger.accounts a ON a.id = named.account_id
        WHERE ${scope('j.id')} GROUP BY j.id, a.currency HAVING sum(named.amount) <> 0`,
  },
  {
    name: 'each journal touches known accounts',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'unknown account ' || named.account_id AS detail, j.accounts, j.id AS journal_id
         FROM ${NAMED_LEGS} LEFT JOIN ledger.accounts a ON a.id = named.account_id
        WHERE a.id IS NULL AND ${scope('j.id')}`,
  },
  {
    name: 'each leg a journal names exists as named',
    sql: (scope) =>
      `SELECT 'journal ' || j.id || ', leg (' || named.account_id || ', ' || named.seq || ')' AS row,
              'the leg is ' ||
              CASE WHEN l.seq IS NULL THEN 'missing' ELSE l.amount_minor || ' of journal ' || l.journal_id END AS detail,
              ARRAY[named.account_id] AS accounts, j.id AS journal_id
         FROM ${NAMED_LEGS} LEFT JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
        WHERE (l.seq IS NULL OR l.journal_id <> j.id OR l.amount_minor <> named.amount) AND ${scope('j.id')}`,
  },
  {
    // The only check that finds a consistent change of a journal, its legs and the balances.
    name: CHAIN,
    sql: (scope) =>
      `SELECT 'seal ' || s.position || ' of journal ' || s.journal_id AS row,
              CASE WHEN j.id IS NULL THEN 'the journal is missing' ELSE 'the journal or the seal was changed' END AS detail,
              coalesce(j.accounts, '{}') AS accounts, s.journal_id
         FROM ledger.seals s LEFT JOIN ledger.seals before ON before.position = s.position - 1
         LEFT JOIN ledger.journals j ON j.id = s.journal_id
        WHERE (s.xid IS DISTINCT FROM j.xid OR s.hash IS DISTINCT FROM sha256(
                CASE s.position WHEN 1 THEN sha256('ledger'::bytea) ELSE before.hash END || ledger.journal_digest(j)))
          AND ${scope('s.journal_id')}`,
  },
  {
    name: 'a reversal takes back exactly what it names, once',
    sql: (scope) =>
      `SELECT 'journal ' || r.id AS row, 'does not turn round journal ' || r.related_id || ', or is not the one that may' AS detail,
              r.accounts, r.id AS journal_id
         FROM ledger.journals r
         LEFT JOIN ledger.journals j ON j.id = CASE WHEN r.related_id ~ '${UUID}' THEN r.related_id::uuid END
         LEFT JOIN ledger.once o ON o.key = '${REVERSAL_KEY}' || r.related_id
        WHERE r.type = 'reversal' AND ${scope('r.id')}
          AND (r.related_type <> 'journal' OR j.accounts IS DISTINCT FROM r.accounts OR o.journal_id IS DISTINCT FROM r.id
               OR r.amounts IS DISTINCT FROM (SELECT array_agg(-amount ORDER BY place)
                                                FROM unnest(j.amounts) WITH ORDINALITY AS t(amount, place)))`,
  },
];

/** Finds journals inserted behind the chain, by their position in it: (xid, id). */
export const ORDER_CHECK: Check = {
  name: 'every journal before the last seal is sealed',
  sql: (scope) =>
    `SELECT 'journal ' || j.id AS row, 'stands before the last seal and has none' AS detail, j.accounts, j.id AS journal_id
       FROM ledger.journals j LEFT JOIN ledger.seals s ON s.journal_id = j.id,
            (SELECT xid, journal_id FROM ledger.seals ORDER BY position DESC LIMIT 1) last
      WHERE s.journal_id IS NULL AND (j.xid, j.id) < (last.xid, last.journal_id) AND ${scope('j.xid', 'j.id')}`,
};
