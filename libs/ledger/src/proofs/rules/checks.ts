import { type Check, NO_JOURNAL } from './check';

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
