/** What a query says of each row that breaks a proof: its name, what is wrong, and whom it concerns. */
export interface FaultRow {
  row: string;
  detail: string;
  /** Accounts whose money is in doubt. */
  accounts: string[];
  journal_id: string | null;
}

/** Limits a proof to some journals or accounts: the condition their id has to meet. */
type Scope = (id: string) => string;

/** One proof: a query for the rows that break it. */
interface Check {
  name: string;
  sql(scope: Scope): string;
}

export const EVERYTHING: Scope = () => 'true';

const NOBODY = `'{}'::uuid[] AS accounts`;
const NO_JOURNAL = 'NULL::uuid AS journal_id';
const NAMED_LEGS = `ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts, j.seqs) AS named(account_id, amount, seq)`;

/** Proofs of single journals. */
const JOURNAL_CHECKS: Check[] = [
  {
    name: 'each journal sums to zero in each currency',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, a.currency || ' legs sum to ' || sum(named.amount) AS detail, j.accounts, j.id AS journal_id
         FROM ${NAMED_LEGS} JOIN ledger.accounts a ON a.id = named.account_id
        WHERE ${scope('j.id')} GROUP BY j.id, j.accounts, a.currency HAVING sum(named.amount) <> 0`,
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
      `SELECT 'journal ' || j.id AS row,
              'leg (' || named.account_id || ', ' || named.seq || ') is ' ||
              CASE WHEN l.seq IS NULL THEN 'missing' ELSE l.amount_minor || ' of journal ' || l.journal_id END AS detail,
              j.accounts, j.id AS journal_id
         FROM ${NAMED_LEGS} LEFT JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
        WHERE (l.seq IS NULL OR l.journal_id <> j.id OR l.amount_minor <> named.amount) AND ${scope('j.id')}`,
  },
  {
    name: 'balance-after of each leg follows from the leg before',
    sql: (scope) =>
      `SELECT 'leg (' || l.account_id || ', ' || l.seq || ')' AS row,
              'shows ' || coalesce(l.balance_after_minor::text, 'nothing') || ', must be ' ||
              coalesce(before.balance_after_minor, 0) + l.amount_minor AS detail,
              ARRAY[l.account_id] AS accounts, l.journal_id
         FROM ledger.legs l JOIN ledger.balances b USING (account_id)
         LEFT JOIN ledger.legs before ON before.account_id = l.account_id AND before.seq = l.seq - 1
        WHERE l.balance_after_minor IS DISTINCT FROM coalesce(before.balance_after_minor, 0) + l.amount_minor
          AND (l.account_id, l.seq) IN (SELECT named.account_id, named.seq FROM ${NAMED_LEGS} WHERE ${scope('j.id')})`,
  },
  {
    // Concerns the evidence, not the money: no wallet is frozen for it.
    name: 'the hash chain holds',
    sql: (scope) =>
      `SELECT 'seal ' || s.position || ' of journal ' || s.journal_id AS row,
              CASE WHEN j.id IS NULL THEN 'the journal is missing' ELSE 'the journal or the seal was changed' END AS detail,
              ${NOBODY}, s.journal_id
         FROM ledger.seals s LEFT JOIN ledger.seals before ON before.position = s.position - 1
         LEFT JOIN ledger.journals j ON j.id = s.journal_id
        WHERE s.hash IS DISTINCT FROM sha256(
                CASE s.position WHEN 1 THEN sha256('ledger'::bytea) ELSE before.hash END || ledger.journal_digest(j))
          AND ${scope('s.journal_id')}`,
  },
];

/** Proofs of how an account stands now, each by a look-up or two. */
const STANDING_CHECKS: Check[] = [
  {
    name: 'each balance is what the last leg left',
    sql: (scope) =>
      `SELECT 'account ' || b.account_id AS row,
              'balance ' || b.balance_minor || ', leg ' || b.seq || ' left ' || coalesce(l.balance_after_minor::text, 'nothing') AS detail,
              ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances b LEFT JOIN ledger.legs l ON l.account_id = b.account_id AND l.seq = b.seq
        WHERE b.balance_minor IS DISTINCT FROM CASE b.seq WHEN 0 THEN 0 ELSE l.balance_after_minor END
          AND ${scope('b.account_id')}`,
  },
  {
    name: 'no customer account is below zero',
    sql: (scope) =>
      `SELECT 'account ' || account_id AS row, 'balance ' || balance_minor AS detail,
              ARRAY[account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances WHERE balance_minor < 0 AND ${scope('account_id')}`,
  },
];

/** Proofs of an account's whole history: they read all of it. */
const HISTORY_CHECKS: Check[] = [
  {
    name: 'each balance equals the sum of its legs',
    sql: (scope) =>
      `SELECT 'account ' || b.account_id AS row,
              'balance ' || b.balance_minor || ', legs sum to ' || coalesce(l.total, 0) AS detail,
              ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances b
         LEFT JOIN (SELECT account_id, sum(amount_minor) AS total FROM ledger.legs
                     WHERE ${scope('account_id')} GROUP BY account_id) l USING (account_id)
        WHERE b.balance_minor <> coalesce(l.total, 0) AND ${scope('b.account_id')}`,
  },
  {
    name: 'legs of a customer account are numbered without gaps',
    sql: (scope) =>
      `SELECT 'account ' || b.account_id AS row,
              'counts ' || b.seq || ' legs, has ' || coalesce(l.legs, 0) || ' up to ' || coalesce(l.last, 0) AS detail,
              ARRAY[b.account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.balances b
         LEFT JOIN (SELECT account_id, count(*) AS legs, max(seq) AS last, min(seq) AS first FROM ledger.legs
                     WHERE ${scope('account_id')} GROUP BY account_id) l USING (account_id)
        WHERE (b.seq <> coalesce(l.legs, 0) OR b.seq <> coalesce(l.last, 0) OR coalesce(l.first, 1) <> 1)
          AND ${scope('b.account_id')}`,
  },
  {
    name: 'each leg belongs to a journal that names it',
    sql: (scope) =>
      `SELECT 'leg (' || l.account_id || ', ' || l.seq || ')' AS row, 'journal ' || l.journal_id || ' does not name it' AS detail,
              ARRAY[l.account_id] AS accounts, ${NO_JOURNAL}
         FROM ledger.legs l LEFT JOIN ledger.journals j ON j.id = l.journal_id
        WHERE (j.id IS NULL OR NOT EXISTS (
                SELECT 1 FROM unnest(j.accounts, j.seqs) AS named(account_id, seq)
                 WHERE named.account_id = l.account_id AND named.seq = l.seq))
          AND ${scope('l.account_id')}`,
  },
];

/** Proofs of the books as a whole. */
const BOOK_CHECKS: Check[] = [
  {
    name: 'every journal before the last seal is sealed',
    sql: () =>
      `SELECT 'journal ' || j.id AS row, 'stands before the last seal and has none' AS detail, ${NOBODY}, j.id AS journal_id
         FROM ledger.journals j LEFT JOIN ledger.seals s ON s.journal_id = j.id,
              (SELECT xid, journal_id FROM ledger.seals ORDER BY position DESC LIMIT 1) last
        WHERE s.journal_id IS NULL AND (j.xid, j.id) < (last.xid, last.journal_id)`,
  },
  {
    name: 'folded balances of the service equal its sealed legs',
    sql: () =>
      `SELECT 'account ' || coalesce(f.account_id, l.account_id) AS row,
              'folded ' || coalesce(f.balance_minor, 0) || ', sealed legs sum to ' || coalesce(l.total, 0) AS detail,
              ${NOBODY}, ${NO_JOURNAL}
         FROM ledger.service_balances f
         FULL JOIN (
           SELECT named.account_id, sum(named.amount) AS total
             FROM ledger.seals s JOIN ledger.journals j ON j.id = s.journal_id
            CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
             JOIN ledger.accounts a ON a.id = named.account_id AND a.owner_id IS NULL
            GROUP BY named.account_id
         ) l ON l.account_id = f.account_id
        WHERE coalesce(f.balance_minor, 0) <> coalesce(l.total, 0)`,
  },
  {
    name: 'a reversal takes back exactly what it names, once',
    sql: () =>
      `SELECT 'journal ' || r.id AS row, 'does not turn round journal ' || r.related_id AS detail, r.accounts, r.id AS journal_id
         FROM ledger.journals r LEFT JOIN ledger.journals j ON j.id::text = r.related_id
        WHERE r.type = 'reversal'
          AND (j.accounts IS DISTINCT FROM r.accounts OR r.related_type <> 'journal'
               OR r.amounts IS DISTINCT FROM (SELECT array_agg(-amount ORDER BY place)
                                                FROM unnest(j.amounts) WITH ORDINALITY AS t(amount, place)))
        UNION ALL
       SELECT 'journal ' || min(related_id), 'reversed ' || count(*) || ' times', min(accounts), NULL
         FROM ledger.journals WHERE type = 'reversal' GROUP BY related_id HAVING count(*) > 1`,
  },
  {
    name: 'no account is live and test at once',
    sql: () =>
      `SELECT 'account ' || id AS row, 'mode ' || mode AS detail, ${NOBODY}, ${NO_JOURNAL}
         FROM ledger.accounts WHERE mode <> 'live'`,
  },
];

/** What must hold of the books at every moment. */
export const CHECKS: Check[] = [...JOURNAL_CHECKS, ...STANDING_CHECKS, ...HISTORY_CHECKS, ...BOOK_CHECKS];
