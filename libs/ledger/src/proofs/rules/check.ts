import type { ServiceAccount } from '@app/database';
import type { PoolClient } from 'pg';

/** A row that breaks a proof: its name, the fault, and the accounts concerned. */
export interface FaultRow {
  row: string;
  detail: string;
  /** Accounts whose money is in doubt. */
  accounts: string[];
  journal_id: string | null;
}

/** A contradiction in the books: the check that found it, and the row. */
export interface LedgerFault {
  check: string;
  row: string;
  detail: string;
}

/** A fault with the accounts it concerns. */
export interface FoundFault extends LedgerFault {
  /** Accounts whose balance is in doubt; may include accounts of the service. */
  accounts: string[];
  journalId: string | null;
}

/** Limits a proof to some rows: the condition on the columns of their key. */
export type Scope = (...key: string[]) => string;

/** One proof: a query for the rows that break it. */
export interface Check<S = Scope> {
  name: string;
  sql(scope: S): string;
}

/** A table whose rows are checked in endless rounds, by id, as the scan of this name. */
export interface TableProof {
  name: string;
  table: string;
  /** Number of rows per step. */
  batch: number;
  checks: Check[];
}

/** What a lib adds to the proof of the books. */
export interface Proofs {
  /** Checks of journals, by their id. */
  journals?: Check[];
  /** Checks of the current state of accounts, by their id: one or two look-ups for each. */
  accounts?: Check[];
  tables?: TableProof[];
}

export const EVERYTHING: Scope = () => 'true';
/** The ids in the first parameter. */
export const LISTED: Scope = (id) => `${id} = ANY ($1::uuid[])`;

export const NUMBERED = 'legs of a customer account are numbered without gaps';
/** Matches the text of an id. */
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
export const NO_JOURNAL = 'NULL::uuid AS journal_id';
export const NAMED_LEGS = `ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts, j.seqs) AS named(account_id, amount, seq)`;

/**
 * The movements since the last seal, which the stored balances of the service's own accounts do not include.
 */
export const UNSEALED = `
  SELECT named.account_id, sum(named.amount) AS amount
    FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
   WHERE (j.xid, j.id) > (
           coalesce((SELECT s.xid FROM ledger.seals s ORDER BY s.position DESC LIMIT 1), '0'::xid8),
           coalesce((SELECT s.journal_id FROM ledger.seals s ORDER BY s.position DESC LIMIT 1),
                    '00000000-0000-0000-0000-000000000000'::uuid))
   GROUP BY 1`;

/** Runs these checks on the rows that `scope` and its parameters name. */
export async function runChecks<S>(
  client: PoolClient,
  checks: readonly Check<S>[],
  scope: S,
  parameters: unknown[],
): Promise<FoundFault[]> {
  const faults: FoundFault[] = [];
  for (const { name, sql } of checks) {
    const { rows } = await client.query<FaultRow>(sql(scope), parameters);
    faults.push(
      ...rows.map(({ row, detail, accounts, journal_id: journalId }) => ({
        check: name,
        row,
        detail,
        accounts,
        journalId,
      })),
    );
  }
  return faults;
}

/**
 * Compares accounts of the service, by their id, with rows that explain their balances. `owed` selects `code`, `currency`
 * and `minor`; `what` names the rows in a fault.
 */
export function standingCheck(
  name: string,
  codes: readonly ServiceAccount[],
  owed: string,
  what: string,
): Check {
  const named = codes.map((code) => `'${code}'`).join(', ');
  return {
    name,
    sql: (scope) =>
      `SELECT 'account ' || a.id AS row,
              a.code || ' ' || a.currency || ' has ' || coalesce(f.balance_minor, 0) + coalesce(u.amount, 0) ||
              ', ${what} come to ' || coalesce(owed.minor, 0) AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM ledger.accounts a
         LEFT JOIN ledger.service_balances f ON f.account_id = a.id
         LEFT JOIN (${UNSEALED}) u ON u.account_id = a.id
         LEFT JOIN (${owed}) owed ON owed.code = a.code AND owed.currency = a.currency
        WHERE a.owner_id IS NULL AND a.code IN (${named}) AND ${scope('a.id')}
          AND coalesce(f.balance_minor, 0) + coalesce(u.amount, 0) <> coalesce(owed.minor, 0)`,
  };
}
