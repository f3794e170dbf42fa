import { type Check, NO_JOURNAL, type Proofs, standingCheck } from '@app/ledger';
import { REFUND_COMPLETED_KEY, REFUND_FAILED_KEY, REFUND_KEY, REFUND_RETURNED_KEY } from './refund.money';

/** Journals in scope of a refund, with the refund. */
const OF_REFUND = `ledger.journals j LEFT JOIN refunds r ON r.refund_id = j.related_id`;

const JOURNAL_CHECKS: Check[] = [
  {
    name: 'each refund took from its merchant what it says',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is not as refund ' || j.related_id || ' says' AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_REFUND} JOIN ledger.once o ON o.journal_id = j.id AND o.key = '${REFUND_KEY}' || j.related_id
        WHERE j.related_type = 'refund' AND ${scope('j.id')}
          AND (r.account_id, -r.debited_minor, r.currency) IS DISTINCT FROM (j.accounts[1], j.amounts[1], j.currency)`,
  },
  {
    name: 'a refund through a company has ended if and only if its end is booked, once',
    sql: (scope) =>
      `SELECT 'refund ' || j.related_id AS row,
              'is ' || coalesce(r.status, 'missing') || ', its end is ' || coalesce(e.type, 'not booked') AS detail,
              j.accounts, j.id AS journal_id
         FROM ${OF_REFUND}
         LEFT JOIN ledger.once c ON c.key = '${REFUND_COMPLETED_KEY}' || j.related_id
         LEFT JOIN ledger.once f ON f.key = '${REFUND_FAILED_KEY}' || j.related_id
         LEFT JOIN ledger.once b ON b.key = '${REFUND_RETURNED_KEY}' || j.related_id
         LEFT JOIN ledger.journals e ON e.id = coalesce(c.journal_id, f.journal_id)
        WHERE j.related_type = 'refund' AND ${scope('j.id')}
          AND (r.id IS NULL
               OR (c.key IS NOT NULL) <> (r.rail <> 'wallet' AND r.status = 'completed')
               OR (f.key IS NOT NULL) <> (r.status = 'failed')
               OR (b.key IS NOT NULL) <> (r.returned_at IS NOT NULL))`,
  },
  {
    name: 'a refund to an account was paid from the float of that account',
    sql: (scope) =>
      `SELECT 'refund ' || r.refund_id AS row, 'was not paid from ' || r.paid_from AS detail, j.accounts, j.id AS journal_id
         FROM ${OF_REFUND} JOIN ledger.once o ON o.journal_id = j.id
              AND o.key IN ('${REFUND_COMPLETED_KEY}' || j.related_id, '${REFUND_RETURNED_KEY}' || j.related_id)
        WHERE j.related_type = 'refund' AND ${scope('j.id')} AND r.paid_from IS NOT NULL
          AND NOT EXISTS (SELECT FROM unnest(j.accounts, j.amounts) AS l(account, amount)
                            JOIN ledger.accounts a ON a.id = l.account
                           WHERE a.code = r.paid_from AND a.currency = r.charge_currency AND abs(l.amount) = r.charge_minor)`,
  },
  {
    name: 'no payment is refunded beyond what was paid',
    sql: (scope) =>
      `SELECT 'payment ' || p.payment_id AS row, 'brought in ' || s.received || ', ' || s.returned || ' went back' AS detail,
              p.accounts, ${NO_JOURNAL}
         FROM (SELECT r.payment_id, array_agg(DISTINCT r.account_id) AS accounts FROM ${OF_REFUND}
                WHERE j.related_type = 'refund' AND r.id IS NOT NULL AND ${scope('j.id')} GROUP BY 1) p
        CROSS JOIN LATERAL (SELECT max(x.received_minor) AS received, sum(x.charge_minor) AS returned FROM refunds x
                             WHERE x.payment_id = p.payment_id AND x.status <> 'failed' AND x.returned_at IS NULL) s
        WHERE s.returned > s.received`,
  },
];

/** Pending refunds of merchants, by currency. */
const PENDING = `
  SELECT 'refunds-in-transit' AS code, charge_currency AS currency, sum(charge_minor) AS minor FROM refunds
   WHERE mode = 'live' AND source = 'merchant' AND status = 'pending' GROUP BY 2`;

const STANDING_CHECK = standingCheck(
  'what is in transit equals the pending refunds of merchants',
  ['refunds-in-transit'],
  PENDING,
  'pending refunds',
);

export const REFUND_PROOFS: Proofs = { journals: JOURNAL_CHECKS, accounts: [STANDING_CHECK] };
