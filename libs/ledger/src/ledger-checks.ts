/** One proof: a query that returns the rows that break it, named, with what is wrong. */
interface Check {
  name: string;
  sql: string;
}

const NAMED_LEGS = `ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts, j.seqs) AS named(account_id, amount, seq)`;

/** What must hold of the books at every moment. */
export const CHECKS: Check[] = [
  {
    name: 'each journal sums to zero in each currency',
    sql: `SELECT 'journal ' || j.id AS row, a.currency || ' legs sum to ' || sum(named.amount) AS detail
            FROM ${NAMED_LEGS} JOIN ledger.accounts a ON a.id = named.account_id
           GROUP BY j.id, a.currency HAVING sum(named.amount) <> 0`,
  },
  {
    name: 'each journal touches known accounts',
    sql: `SELECT 'journal ' || j.id AS row, 'unknown account ' || named.account_id AS detail
            FROM ${NAMED_LEGS} LEFT JOIN ledger.accounts a ON a.id = named.account_id WHERE a.id IS NULL`,
  },
  {
    name: 'each leg a journal names exists as named',
    sql: `SELECT 'journal ' || j.id AS row,
                 'leg (' || named.account_id || ', ' || named.seq || ') is ' ||
                 CASE WHEN l.seq IS NULL THEN 'missing' ELSE l.amount_minor || ' of journal ' || l.journal_id END AS detail
            FROM ${NAMED_LEGS} LEFT JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
           WHERE l.seq IS NULL OR l.journal_id <> j.id OR l.amount_minor <> named.amount`,
  },
  {
    name: 'each leg belongs to a journal that names it',
    sql: `SELECT 'leg (' || l.account_id || ', ' || l.seq || ')' AS row, 'journal ' || l.journal_id || ' does not name it' AS detail
            FROM ledger.legs l LEFT JOIN ledger.journals j ON j.id = l.journal_id
           WHERE j.id IS NULL OR NOT EXISTS (
             SELECT 1 FROM unnest(j.accounts, j.seqs) AS named(account_id, seq)
              WHERE named.account_id = l.account_id AND named.seq = l.seq)`,
  },
  {
    name: 'each balance equals the sum of its legs',
    sql: `SELECT 'account ' || b.account_id AS row,
                 'balance ' || b.balance_minor || ', legs sum to ' || coalesce(l.total, 0) AS detail
            FROM ledger.balances b
            LEFT JOIN (SELECT account_id, sum(amount_minor) AS total FROM ledger.legs GROUP BY account_id) l USING (account_id)
           WHERE b.balance_minor <> coalesce(l.total, 0)`,
  },
  {
    name: 'no customer account is below zero',
    sql: `SELECT 'account ' || account_id AS row, 'balance ' || balance_minor AS detail
            FROM ledger.balances WHERE balance_minor < 0`,
  },
  {
    name: 'legs of a customer account are numbered without gaps',
    sql: `SELECT 'account ' || b.account_id AS row,
                 'counts ' || b.seq || ' legs, has ' || coalesce(l.legs, 0) || ' up to ' || coalesce(l.last, 0) AS detail
            FROM ledger.balances b
            LEFT JOIN (SELECT account_id, count(*) AS legs, max(seq) AS last, min(seq) AS first FROM ledger.legs GROUP BY account_id) l
                   USING (account_id)
           WHERE b.seq <> coalesce(l.legs, 0) OR b.seq <> coalesce(l.last, 0) OR coalesce(l.first, 1) <> 1`,
  },
  {
    name: 'balance-after of each leg follows from the leg before',
    sql: `SELECT 'leg (' || account_id || ', ' || seq || ')' AS row,
                 'shows ' || coalesce(balance_after_minor::text, 'nothing') || ', must be ' || running AS detail
            FROM (SELECT l.*, sum(l.amount_minor) OVER (PARTITION BY l.account_id ORDER BY l.seq) AS running
                    FROM ledger.legs l JOIN ledger.balances b USING (account_id)) legs
           WHERE balance_after_minor IS DISTINCT FROM running`,
  },
  {
    name: 'the hash chain holds',
    sql: `SELECT 'seal ' || s.position || ' of journal ' || s.journal_id AS row,
                 CASE WHEN j.id IS NULL THEN 'the journal is missing' ELSE 'the journal or the seal was changed' END AS detail
            FROM (SELECT position, journal_id, hash, lag(hash, 1, sha256('ledger'::bytea)) OVER (ORDER BY position) AS previous,
                         lag(position, 1, 0::bigint) OVER (ORDER BY position) AS before
                    FROM ledger.seals) s
            LEFT JOIN ledger.journals j ON j.id = s.journal_id
           WHERE j.id IS NULL OR s.hash <> sha256(s.previous || ledger.journal_digest(j)) OR s.position <> s.before + 1`,
  },
  {
    name: 'every journal before the last seal is sealed',
    sql: `SELECT 'journal ' || j.id AS row, 'stands before the last seal and has none' AS detail
            FROM ledger.journals j LEFT JOIN ledger.seals s ON s.journal_id = j.id,
                 (SELECT xid, journal_id FROM ledger.seals ORDER BY position DESC LIMIT 1) last
           WHERE s.journal_id IS NULL AND (j.xid, j.id) < (last.xid, last.journal_id)`,
  },
  {
    name: 'folded balances of the service equal its sealed legs',
    sql: `SELECT 'account ' || coalesce(f.account_id, l.account_id) AS row,
                 'folded ' || coalesce(f.balance_minor, 0) || ', sealed legs sum to ' || coalesce(l.total, 0) AS detail
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
    name: 'no account is live and test at once',
    sql: `SELECT 'account ' || id AS row, 'mode ' || mode AS detail FROM ledger.accounts WHERE mode <> 'live'`,
  },
];
