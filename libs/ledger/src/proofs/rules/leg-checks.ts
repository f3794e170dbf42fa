import { type Check, LISTED, NAMED_LEGS, NO_JOURNAL, NUMBERED } from './check';

/** Limits a check to some legs: the source of the legs `l`, and the query for the previous leg `before`. */
export interface LegScope {
  legs: string;
  before: string;
}

/**
 * Legs from a query, each with its own look-up of the previous leg, which OFFSET 0 enforces. As a join, the
 * planner could compare each leg of an account with every other when its row estimate is wrong.
 */
export function someLegs(query: string): LegScope {
  return {
    legs: `(${query}) l`,
    before: `LEFT JOIN LATERAL (
           SELECT x.seq, x.balance_after_minor FROM ledger.legs x
            WHERE x.account_id = l.account_id AND x.seq = l.seq - 1 OFFSET 0) before ON true`,
  };
}

/** Legs of the journals in the first parameter. */
export const OF_JOURNALS = someLegs(
  `SELECT x.* FROM (SELECT DISTINCT named.account_id, named.seq FROM ${NAMED_LEGS} WHERE ${LISTED('j.id')}) listed
    CROSS JOIN LATERAL (SELECT * FROM ledger.legs o WHERE o.account_id = listed.account_id AND o.seq = listed.seq OFFSET 0) x`,
);
export const EVERY_LEG: LegScope = {
  legs: 'ledger.legs l',
  before: 'LEFT JOIN ledger.legs before ON before.account_id = l.account_id AND before.seq = l.seq - 1',
};

/** The service's own legs are numbered, but have no balance. */
const OF_CUSTOMER = 'l.account_id NOT IN (SELECT a.id FROM ledger.accounts a WHERE a.owner_id IS NULL)';

/** Checks of legs. With the checks of accounts they prove that a balance is the sum of its legs. */
export const LEG_CHECKS: Check<LegScope>[] = [
  {
    name: 'balance-after of each leg follows from the leg before',
    sql: ({ legs, before }) =>
      `SELECT 'leg (' || l.account_id || ', ' || l.seq || ')' AS row,
              'shows ' || coalesce(l.balance_after_minor::text, 'nothing') || ', must be ' ||
              coalesce(before.balance_after_minor, 0) + l.amount_minor AS detail,
              ARRAY[l.account_id] AS accounts, l.journal_id
         FROM ${legs} ${before}
        WHERE ${OF_CUSTOMER} AND l.balance_after_minor IS DISTINCT FROM coalesce(before.balance_after_minor, 0) + l.amount_minor`,
  },
  {
    name: NUMBERED,
    sql: ({ legs, before }) =>
      `SELECT 'account ' || l.account_id AS row,
              CASE WHEN l.seq < 1 THEN 'leg ' || l.seq || ' is there' ELSE 'leg ' || l.seq - 1 || ' is missing' END AS detail,
              ARRAY[l.account_id] AS accounts, ${NO_JOURNAL}
         FROM ${legs} ${before}
        WHERE ${OF_CUSTOMER} AND (l.seq < 1 OR (l.seq > 1 AND before.seq IS NULL))`,
  },
  {
    name: 'each leg belongs to a journal that names it',
    sql: ({ legs }) =>
      `SELECT 'leg (' || l.account_id || ', ' || l.seq || ')' AS row,
              'journal ' || l.journal_id || ' does not name it so' AS detail,
              ARRAY[l.account_id] AS accounts, l.journal_id
         FROM ${legs} LEFT JOIN ledger.journals j ON j.id = l.journal_id
        WHERE NOT EXISTS (
                SELECT 1 FROM unnest(j.accounts, j.seqs, j.amounts) AS named(account_id, seq, amount)
                 WHERE named.account_id = l.account_id AND named.seq = l.seq AND named.amount = l.amount_minor)`,
  },
];
