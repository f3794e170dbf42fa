import type { PoolClient } from 'pg';
import type { LedgerFault } from './ledger-fault';
import type { Check, FaultRow } from './rules/check';

/** A fault, with what it puts in doubt. */
export interface FoundFault extends LedgerFault {
  /** Accounts whose money is in doubt; those of the service may be among them. */
  accounts: string[];
  journalId: string | null;
}

/** Asks these checks of what `scope` and its parameters name. */
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
        ...{ check: name, row, detail, accounts, journalId },
      })),
    );
  }
  return faults;
}
