import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool, PoolClient } from 'pg';
import { AUDIT_CHECKS, AUDIT_ORDER_CHECK } from './rules/audit-checks';
import { type FoundFault, LISTED, runChecks, type Scope } from './rules/check';
import { FOLD_CHECK } from './rules/standing-checks';
import { ORDER_CHECK } from './rules/journal-checks';
import { LEG_CHECKS, someLegs } from './rules/leg-checks';
import { ProofRules } from './rules/proof-rules';
import { useIndexLookups, inSnapshot } from './snapshot';

const BATCH = 2000;
const SECONDS = 20;

const OF_ACCOUNT = someLegs(
  'SELECT * FROM ledger.legs WHERE account_id = $1::uuid AND seq > $2::bigint AND seq <= $3::bigint',
);
const BY_SECOND_KEY: Scope = (_, id) => LISTED(id!);

/** Checks some accounts or journals from the first leg on, in one snapshot. */
@Injectable()
export class WalletProofService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly rules: ProofRules,
  ) {}

  /** Checks accounts with their whole histories, and these journals in addition. */
  ofAccounts(accounts: readonly string[], journals: readonly string[]): Promise<FoundFault[]> {
    return inSnapshot(this.pool, SECONDS, async (client) => {
      await useIndexLookups(client);
      const faults = await runChecks(client, this.rules.accounts, LISTED, [accounts]);
      for (const account of accounts) faults.push(...(await this.historyFaults(client, account)));
      return [...faults, ...(await this.journalFaults(client, journals))];
    });
  }

  ofJournals(journals: readonly string[]): Promise<FoundFault[]> {
    return inSnapshot(this.pool, SECONDS, async (client) => {
      await useIndexLookups(client);
      return this.journalFaults(client, journals);
    });
  }

  /** Checks this entry of the audit log. */
  ofAuditEntry(id: string): Promise<FoundFault[]> {
    return inSnapshot(this.pool, SECONDS, async (client) => {
      await useIndexLookups(client);
      return [
        ...(await runChecks(client, AUDIT_CHECKS, LISTED, [[id]])),
        ...(await runChecks(client, [AUDIT_ORDER_CHECK], BY_SECOND_KEY, [[id]])),
      ];
    });
  }

  /** Checks the service's own balances as of the last seal. */
  ofFold(): Promise<FoundFault[]> {
    return inSnapshot(this.pool, SECONDS, (client) => runChecks(client, [FOLD_CHECK], LISTED, []));
  }

  private async historyFaults(client: PoolClient, account: string): Promise<FoundFault[]> {
    const faults: FoundFault[] = [];
    for (let after: string | undefined = FIRST; after !== undefined;) {
      const legs: { seq: string; journal_id: string }[] = (
        await client.query<{ seq: string; journal_id: string }>(
          'SELECT seq, journal_id FROM ledger.legs WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
          [account, after, BATCH],
        )
      ).rows;
      const last = legs.at(-1)?.seq;
      if (last === undefined) break;
      faults.push(...(await runChecks(client, LEG_CHECKS, OF_ACCOUNT, [account, after, last])));
      faults.push(
        ...(await this.journalFaults(
          client,
          legs.map((leg) => leg.journal_id),
        )),
      );
      after = legs.length < BATCH ? undefined : last;
    }
    return faults;
  }

  private async journalFaults(client: PoolClient, journals: readonly string[]): Promise<FoundFault[]> {
    return [
      ...(await runChecks(client, this.rules.journals, LISTED, [journals])),
      ...(await runChecks(client, [ORDER_CHECK], BY_SECOND_KEY, [journals])),
    ];
  }
}

const FIRST = (-(2n ** 63n)).toString();
