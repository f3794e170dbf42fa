import { REVERSAL_KEY } from '../bookings/chart-of-accounts';

/** What a query says of each row that breaks a proof: its name, what is wrong, and whom it concerns. */
export interface FaultRow {
  row: string;
  detail: string;
  /** Accounts whose money is in doubt. */
  accounts: string[];
  journal_id: string | null;
}

/** Limits a proof to some rows: the condition that the columns of their key have to meet. */
export type Scope = (...key: string[]) => string;

/** One proof: a query for the rows that break it. */
export interface Check<S = Scope> {
  name: string;
  sql(scope: S): string;
}

/** Limits a proof to some legs: where they are read from, as `l`, and how the leg before each is found, as `before`. */
export interface LegScope {
  legs: string;
  before: string;
}

export const EVERYTHING: Scope = () => 'true';
/** The ids in the first parameter. */
export const LISTED: Scope = (id) => `${id} = ANY ($1::uuid[])`;

export const CHAIN = 'the hash chain holds';
export const FOLDED = 'folded balances of the service equal its sealed legs';
const NUMBERED = 'legs of a customer account are numbered without gaps';
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const NO_JOURNAL = 'NULL::uuid AS journal_id';
const NAMED_LEGS = `ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts, j.seqs) AS named(account_id, amount, seq)`;

/**
 * Legs that a query gives, each with a look-up of its own for the one before: OFFSET 0 sees to it. As a join, it may hold
 * each leg of an account against every other, where the planner does not know how many there are.
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
const EVERY_LEG: LegScope = {
  legs: 'ledger.legs l',
  before: 'LEFT JOIN ledger.legs before ON before.account_id = l.account_id AND before.seq = l.seq - 1',
};

/** Proofs of journals, by their id. */
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
    // Somebody who changes a journal, its legs and the balances alike leaves this trace alone.
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
  {
    name: 'each payment of a payroll is a row of it',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is not as a row of payroll ' || j.related_id || ' says' AS detail,
              j.accounts, j.id AS journal_id
         FROM ledger.journals j
         LEFT JOIN ledger.accounts payer ON payer.id = j.accounts[1]
         LEFT JOIN ledger.accounts payee ON payee.id = j.accounts[cardinality(j.accounts)]
         LEFT JOIN payroll_items i ON i.id = j.id AND i.batch_id::text = j.related_id
         LEFT JOIN payroll_batches b ON b.owner_id = i.owner_id AND b.id = i.batch_id
         LEFT JOIN ledger.once o ON o.key = 'payroll ' || i.batch_id || ' ' || i.row_number
        WHERE j.type = 'payroll' AND ${scope('j.id')}
          AND (i.owner_id, i.recipient_id, b.currency, i.amount_minor, i.received_currency, i.received_minor, o.journal_id)
              IS DISTINCT FROM (payer.owner_id, payee.owner_id, j.currency, j.amount_minor, payee.currency,
                                j.amounts[cardinality(j.amounts)], j.id)`,
  },
  {
    // Of each batch that one of the journals belongs to: all its rows, whichever journals are looked at.
    name: 'each payroll is what its rows were booked as',
    sql: (scope) =>
      `SELECT 'payroll ' || p.batch AS row,
              CASE WHEN b.id IS NULL THEN 'has bookings and does not exist'
                   ELSE 'is ' || b.total_minor || ' for ' || b.recipient_count || ', booked ' || r.total || ' for ' || r.count END AS detail,
              ARRAY[p.account] AS accounts, ${NO_JOURNAL}
         FROM (SELECT DISTINCT j.related_id AS batch, j.accounts[1] AS account FROM ledger.journals j
                WHERE j.type = 'payroll' AND ${scope('j.id')}) p
         JOIN ledger.accounts payer ON payer.id = p.account
         LEFT JOIN payroll_batches b ON b.owner_id = payer.owner_id
                                    AND b.id = CASE WHEN p.batch ~ '${UUID}' THEN p.batch::uuid END
        CROSS JOIN LATERAL (
          SELECT count(*), coalesce(sum(j.amount_minor), 0) AS total
            FROM payroll_items i JOIN ledger.journals j ON j.id = i.id
           WHERE i.owner_id = b.owner_id AND i.batch_id = b.id AND j.type = 'payroll' AND j.related_id = p.batch
             AND j.currency = b.currency AND j.amount_minor = i.amount_minor) r
        WHERE b.id IS NULL OR (b.total_minor, b.recipient_count) IS DISTINCT FROM (r.total, r.count)`,
  },
];

/** Proof that nothing slipped in behind the chain, of journals by their place in it: (xid, id). */
export const ORDER_CHECK: Check = {
  name: 'every journal before the last seal is sealed',
  sql: (scope) =>
    `SELECT 'journal ' || j.id AS row, 'stands before the last seal and has none' AS detail, j.accounts, j.id AS journal_id
       FROM ledger.journals j LEFT JOIN ledger.seals s ON s.journal_id = j.id,
            (SELECT xid, journal_id FROM ledger.seals ORDER BY position DESC LIMIT 1) last
      WHERE s.journal_id IS NULL AND (j.xid, j.id) < (last.xid, last.journal_id) AND ${scope('j.xid', 'j.id')}`,
};

/** Proofs of how accounts stand now, by their id: a look-up or two for each. */
export const STANDING_CHECKS: Check[] = [
  {
    name: 'each payroll was booked',
    sql: (scope) =>
      `SELECT 'payroll ' || b.id AS row, 'has no bookings' AS detail, ARRAY[a.id] AS accounts, ${NO_JOURNAL}
         FROM ledger.accounts a JOIN payroll_batches b ON b.owner_id = a.owner_id AND b.currency = a.currency
        WHERE a.code = 'available' AND ${scope('a.id')}
          AND NOT EXISTS (SELECT FROM payroll_items i JOIN ledger.journals j ON j.id = i.id
                           WHERE i.owner_id = b.owner_id AND i.batch_id = b.id)`,
  },
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
    name: 'locked funds equal the open holds they stand for',
    sql: (scope) =>
      `SELECT 'account ' || a.id AS row,
              'locked ' || b.balance_minor || ', open escrows hold ' || coalesce(h.held, 0) AS detail,
              ARRAY[a.id] AS accounts, ${NO_JOURNAL}
         FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
         LEFT JOIN LATERAL (
           SELECT sum(e.held_minor) AS held FROM escrows e
            WHERE e.hold_account_id = a.id AND e.status IN ('funded', 'disputed')) h ON true
        WHERE a.code = 'locked' AND b.balance_minor <> coalesce(h.held, 0) AND ${scope('a.id')}`,
  },
  {
    name: 'no account is live and test at once',
    sql: (scope) =>
      `SELECT 'account ' || id AS row, 'mode ' || mode AS detail, ARRAY[id] AS accounts, ${NO_JOURNAL}
         FROM ledger.accounts WHERE mode <> 'live' AND ${scope('id')}`,
  },
];

/** The service's own legs are numbered, and leave no balance. */
const OF_CUSTOMER = 'l.account_id NOT IN (SELECT a.id FROM ledger.accounts a WHERE a.owner_id IS NULL)';

/** Proofs of legs. Together with the standing they prove that a balance is the sum of its legs. */
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

/** Adds up all there is, whatever the scope: too much work to be done all the time. */
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

/** Adds up all there is, like the fold. */
const SUM_CHECK: Check = {
  name: 'each balance equals the sum of its legs',
  sql: () =>
    `SELECT 'account ' || b.account_id AS row,
            'balance ' || b.balance_minor || ', legs sum to ' || coalesce(l.total, 0) AS detail,
            ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
       FROM ledger.balances b
       LEFT JOIN (SELECT account_id, sum(amount_minor) AS total FROM ledger.legs GROUP BY account_id) l USING (account_id)
      WHERE b.balance_minor <> coalesce(l.total, 0)`,
};

/** What must hold of the books at every moment. */
export const CHECKS: Check[] = [
  ...JOURNAL_CHECKS,
  ORDER_CHECK,
  ...STANDING_CHECKS,
  ...LEG_CHECKS.map(({ name, sql }) => ({ name, sql: () => sql(EVERY_LEG) })),
  SUM_CHECK,
  FOLD_CHECK,
];
