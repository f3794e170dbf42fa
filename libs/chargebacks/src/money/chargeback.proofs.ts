import { type Check, NO_JOURNAL, type Proofs, standingCheck } from '@app/ledger';
import { CHARGEBACK_ENDED_KEY, CHARGEBACK_KEY } from './chargeback.money';

/** Journals in scope of a chargeback, with the chargeback. */
const OF_CHARGEBACK = `ledger.journals j LEFT JOIN chargebacks c ON c.chargeback_id = j.related_id`;

const JOURNAL_CHECKS: Check[] = [
  {
    name: 'each chargeback has ended if and only if its end is booked, once, as it ended',
    sql: (scope) =>
      `SELECT 'chargeback ' || j.related_id AS row,
              'is ' || coalesce(c.status, 'missing') || ', its end is ' || coalesce(e.type, 'not booked') AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_CHARGEBACK}
         LEFT JOIN ledger.once o ON o.key = '${CHARGEBACK_ENDED_KEY}' || j.related_id
         LEFT JOIN ledger.journals e ON e.id = o.journal_id
        WHERE j.related_type = 'chargeback' AND ${scope('j.id')}
          AND (c.id IS NULL
               OR (e.type IS NOT DISTINCT FROM 'chargeback_lost') <> (c.status IN ('accepted', 'lost'))
               OR (e.type IS NOT DISTINCT FROM 'chargeback') <> (c.status = 'won' AND c.escrow_id IS NULL AND c.charge_minor > 0))`,
  },
  {
    name: 'each chargeback took from its owner what it says',
    sql: (scope) =>
      `SELECT 'chargeback ' || j.related_id AS row,
              'costs ' || c.debited_minor || ', of which ' || t.taken || ' were taken' AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_CHARGEBACK} JOIN ledger.once o ON o.journal_id = j.id AND o.key = '${CHARGEBACK_KEY}' || j.related_id
        CROSS JOIN LATERAL (
          SELECT coalesce(-sum(leg.amount), 0) AS taken
            FROM ledger.journals x CROSS JOIN LATERAL unnest(x.accounts, x.amounts) AS leg(account, amount)
           WHERE x.related_type = 'chargeback' AND x.related_id = j.related_id AND leg.account = c.account_id) t
        WHERE j.related_type = 'chargeback' AND ${scope('j.id')}
          AND t.taken <> CASE WHEN c.status = 'won' THEN 0 ELSE c.debited_minor - c.owed_minor - c.written_off_minor END`,
  },
  {
    name: 'no payment goes back beyond what was paid',
    sql: (scope) =>
      `SELECT 'payment ' || p.payment_id AS row, 'brought in ' || p.paid || ', ' || s.back || ' go back' AS detail,
              p.accounts, ${NO_JOURNAL}
         FROM (SELECT c.payment_id, max(c.paid_minor) AS paid, array_agg(DISTINCT c.account_id) AS accounts
                 FROM ${OF_CHARGEBACK}
                WHERE j.related_type = 'chargeback' AND c.id IS NOT NULL AND ${scope('j.id')} GROUP BY 1) p
        CROSS JOIN LATERAL (
          SELECT (SELECT coalesce(sum(x.charge_minor), 0) FROM chargebacks x
                   WHERE x.payment_id = p.payment_id AND x.status <> 'won')
                 + (SELECT coalesce(sum(r.charge_minor), 0) FROM refunds r
                     WHERE r.payment_id = p.payment_id AND r.source = 'merchant' AND r.status <> 'failed'
                       AND r.returned_at IS NULL) AS back) s
        WHERE s.back > p.paid`,
  },
];

/** What is held for open chargebacks, by currency; where an escrow holds the money, it is not here. */
const HELD = `
  SELECT 'chargebacks-held' AS code, charge_currency AS currency, sum(charge_minor) AS minor FROM chargebacks
   WHERE mode = 'live' AND status IN ('opened', 'contested') AND escrow_id IS NULL GROUP BY 2`;

/** What owners owe, by currency; below zero, because it is owed to the service. */
const OWED = `
  SELECT 'chargebacks-owed' AS code, currency, -sum(owed_minor) AS minor FROM chargebacks
   WHERE mode = 'live' AND owed_minor > 0 GROUP BY 2`;

export const CHARGEBACK_PROOFS: Proofs = {
  journals: JOURNAL_CHECKS,
  accounts: [
    standingCheck('what is held equals the open chargebacks', ['chargebacks-held'], HELD, 'open chargebacks'),
    standingCheck('what is owed equals what chargebacks say', ['chargebacks-owed'], OWED, 'owed chargebacks'),
  ],
};
