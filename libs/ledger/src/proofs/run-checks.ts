import type { PoolClient } from 'pg';
import type { LedgerFault } from './ledger-fault';
import type { Check, FaultRow } from './rules/check';

/** A fault with the accounts it concerns. */
export interface FoundFault extends LedgerFault {
  /** Accounts whose balance is in doubt; may include accounts of the service. */
  accounts: string[];
  journalId: string | null;
}

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
