import { type Check, NO_JOURNAL, type Proofs, standingCheck, UUID } from '@app/ledger';
import { PAYOUT_ENDED_KEY } from './payout.money';

/** Journals in scope of a withdrawal, with the withdrawal. */
const OF_WITHDRAWAL = `ledger.journals j
  LEFT JOIN withdrawals w ON w.id = CASE WHEN j.related_id ~ '${UUID}' THEN j.related_id::uuid END`;

const JOURNAL_CHECKS: Check[] = [
  {
    name: 'each withdrawal took its amount and fee from its wallet',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is not as withdrawal ' || j.related_id || ' says' AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_WITHDRAWAL} LEFT JOIN ledger.once o ON o.key = 'payout ' || j.related_id
        WHERE j.type = 'payout' AND ${scope('j.id')}
          AND (j.id, w.account_id, -w.amount_minor - w.fee_minor, w.currency, o.journal_id)
              IS DISTINCT FROM (w.id, j.accounts[1], j.amounts[1], j.currency, j.id)`,
  },
  {
    name: 'a withdrawal has ended if and only if its end is booked, once',
    sql: (scope) =>
      `SELECT 'withdrawal ' || j.related_id AS row,
              'is ' || coalesce(w.status, 'missing') || ', its end is ' || coalesce(e.type, 'not booked') AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_WITHDRAWAL}
         LEFT JOIN ledger.once o ON o.key = '${PAYOUT_ENDED_KEY}' || j.related_id
         LEFT JOIN ledger.journals e ON e.id = o.journal_id
        WHERE j.related_type = 'payout' AND ${scope('j.id')}
          AND e.type IS DISTINCT FROM
              CASE w.status WHEN 'completed' THEN 'payout_completed' WHEN 'failed' THEN 'payout_refund' END`,
  },
  {
    name: 'the outgoing money of a day is that of its withdrawals that did not fail',
    sql: (scope) =>
      `SELECT 'day ' || t.limit_day || ' of ' || t.owner_id AS row,
              'counts ' || coalesce(d.used_minor, 0) || ', withdrawals come to ' || s.cents AS detail,
              t.accounts, ${NO_JOURNAL}
         FROM (SELECT w.owner_id, w.limit_day, array_agg(DISTINCT w.account_id) AS accounts FROM ${OF_WITHDRAWAL}
                WHERE j.related_type = 'payout' AND w.id IS NOT NULL AND ${scope('j.id')} GROUP BY 1, 2) t
         LEFT JOIN ledger.outgoing_days d ON d.owner_id = t.owner_id AND d.day = t.limit_day::date
        CROSS JOIN LATERAL (SELECT coalesce(sum(x.limit_cents), 0) AS cents FROM withdrawals x
                             WHERE x.owner_id = t.owner_id AND x.limit_day = t.limit_day AND x.status <> 'failed') s
        WHERE coalesce(d.used_minor, 0) <> s.cents`,
  },
];

/** What withdrawals without an end, and returned money without a credit, come to, by account and currency. */
const OWED = `
  SELECT 'payouts-payable' AS code, CASE WHEN payout_minor IS NULL THEN currency ELSE payout_currency END AS currency,
         sum(coalesce(payout_minor, amount_minor)) AS minor
    FROM withdrawals WHERE processed_at IS NULL GROUP BY 2
   UNION ALL
  SELECT 'payout-fees-held', currency, sum(fee_minor) FROM withdrawals WHERE processed_at IS NULL GROUP BY 2
   UNION ALL
  SELECT 'payout-returns', payout_currency, sum(payout_minor)
    FROM withdrawals WHERE returned_at IS NOT NULL AND return_credited_at IS NULL GROUP BY 2`;

/** Adds up all withdrawals without an end, by the id of the account. */
const STANDING_CHECK = standingCheck(
  'what is owed for withdrawals equals those without an end',
  ['payouts-payable', 'payout-fees-held', 'payout-returns'],
  OWED,
  'withdrawals',
);

export const PAYOUT_PROOFS: Proofs = { journals: JOURNAL_CHECKS, accounts: [STANDING_CHECK] };
