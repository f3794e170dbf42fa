import { type Check, NO_JOURNAL, NUMBERED } from './check';

/** Checks of the current state of accounts, by their id: one or two look-ups for each. */
export const STANDING_CHECKS: Check[] = [
  {
    name: 'each balance is what the last leg left',
    sql: (scope) =>
      `SELECT 'account ' || b.account_id AS row,
              'balance ' || b.balance_minor || ', leg ' || b.seq || ' left ' || coalesce(l.balance_after_minor, 0) AS detail,
              ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances b LEFT JOIN ledger.legs l ON l.account_id = b.account_id AND l.seq = b.seq
        WHERE b.balance_minor <> coalesce(l.balance_after_minor, 0) AND ${scope('b.account_id')}`,
  },
  {
    name: 'no customer account is below zero',
    sql: (scope) =>
      `SELECT 'account ' || account_id AS row, 'balance ' || balance_minor AS detail,
              ARRAY[account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances WHERE balance_minor < 0 AND ${scope('account_id')}`,
  },
  {
    name: NUMBERED,
    sql: (scope) =>
      `SELECT 'account ' || b.account_id AS row,
              'counts ' || b.seq || ' legs, and leg ' || CASE WHEN beyond.seq IS NULL THEN b.seq || ' is missing'
                                                              ELSE beyond.seq || ' is there' END AS detail,
              ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances b LEFT JOIN ledger.legs l ON l.account_id = b.account_id AND l.seq = b.seq
         LEFT JOIN LATERAL (
           SELECT x.seq FROM ledger.legs x WHERE x.account_id = b.account_id AND x.seq > b.seq ORDER BY x.seq LIMIT 1
         ) beyond ON true
        WHERE (beyond.seq IS NOT NULL OR (b.seq <> 0 AND l.seq IS NULL)) AND ${scope('b.account_id')}`,
  },
  {
    name: 'each customer account has one balance, in its currency',
    sql: (scope) =>
      `SELECT 'account ' || a.id AS row,
              CASE WHEN a.owner_id IS NULL THEN 'an account of the service has a balance of its own'
                   WHEN b.account_id IS NULL THEN 'has no balance' ELSE 'balance in ' || b.currency END AS detail,
              ARRAY[a.id] AS accounts, ${NO_JOURNAL}
         FROM ledger.accounts a LEFT JOIN ledger.balances b ON b.account_id = a.id
        WHERE CASE WHEN a.owner_id IS NULL THEN b.account_id IS NOT NULL ELSE b.currency IS DISTINCT FROM a.currency END
          AND ${scope('a.id')}
        UNION ALL
       SELECT 'account ' || b.account_id, 'has a balance and does not exist', ARRAY[b.account_id], NULL
         FROM ledger.balances b
        WHERE NOT EXISTS (SELECT 1 FROM ledger.accounts a WHERE a.id = b.account_id) AND ${scope('b.account_id')}`,
  },
  {
    name: 'no account is live and test at once',
    sql: (scope) =>
      `SELECT 'account ' || id AS row, 'mode ' || mode AS detail, ARRAY[id] AS accounts, ${NO_JOURNAL}
         FROM ledger.accounts WHERE mode <> 'live' AND ${scope('id')}`,
  },
];

export const FOLDED = 'folded balances of the service equal its sealed legs';

/** Adds up all rows in any scope, which is too much work for continuous checks. */
export const FOLD_CHECK: Check = {
  name: FOLDED,
  sql: () =>
    `SELECT 'account ' || coalesce(f.account_id, l.account_id) AS row,
            'folded ' || coalesce(f.balance_minor, 0) || ', sealed legs sum to ' || coalesce(l.total, 0) AS detail,
            '{}'::uuid[] AS accounts, ${NO_JOURNAL}
       FROM ledger.service_balances f
       FULL JOIN (
         SELECT named.account_id, sum(named.amount) AS total
           FROM ledger.seals s JOIN ledger.journals j ON j.id = s.journal_id
          CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
           JOIN ledger.accounts a ON a.id = named.account_id AND a.owner_id IS NULL
          GROUP BY named.account_id
       ) l ON l.account_id = f.account_id
      WHERE coalesce(f.balance_minor, 0) <> coalesce(l.total, 0)`,
};

/** Adds up all rows, like FOLD_CHECK. */
export const SUM_CHECK: Check = {
  name: 'each balance equals the sum of its legs',
  sql: () =>
    `SELECT 'account ' || b.account_id AS row,
            'balance ' || b.balance_minor || ', legs sum to ' || coalesce(l.total, 0) AS detail,
            ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
       FROM ledger.balances b
       LEFT JOIN (SELECT account_id, sum(amount_minor) AS total FROM ledger.legs GROUP BY account_id) l USING (account_id)
      WHERE b.balance_minor <> coalesce(l.total, 0)`,
};
