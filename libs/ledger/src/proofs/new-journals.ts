import type { PoolClient } from 'pg';
import { type FoundFault, LISTED, runChecks } from './rules/check';
import { FOLDED } from './rules/standing-checks';
import { CHAIN } from './rules/journal-checks';
import { LEG_CHECKS, OF_JOURNALS } from './rules/leg-checks';
import type { ProofRules } from './rules/proof-rules';
import { proveSealed, sealedAbove } from './sealed-journals';
import type { Step, Scan } from './scan';

const BATCH = 500;

interface Place {
  /** The last checked seal and its hash in hex, on which the next ones build. */
  position: string;
  hash: string | null;
  /** Sums of all checked movements on each of the service's own accounts, in smallest units. */
  sums: Record<string, string>;
}

/**
 * Checks journals sealed since the last run: their legs, the chain, and the state of the accounts they touch.
 */
export class NewJournals implements Scan<Place> {
  readonly name = 'new journals';
  readonly start: Place = { position: '0', hash: null, sums: {} };
  readonly stepsPerRun = 40;

  constructor(private readonly rules: ProofRules) {}

  async step(client: PoolClient, place: Place): Promise<Step<Place>> {
    const broken = await this.lostSeal(client, place);
    // The checked journals have changed since, so the check starts again from the beginning.
    if (broken) return { faults: [broken], next: this.start, isAtEnd: false };
    const sealed = await sealedAbove(client, place.position, BATCH);
    if (!sealed) return { faults: await this.foldFaults(client, place), next: place, isAtEnd: true };
    const next: Place = {
      position: sealed.position,
      hash: sealed.hash,
      sums: await this.sumsAfter(client, place, sealed.ids),
    };
    const isAtEnd = sealed.ids.length < BATCH;
    const faults = [
      ...(await proveSealed(client, this.rules, sealed, place.position)),
      ...(await runChecks(client, LEG_CHECKS, OF_JOURNALS, [sealed.ids])),
      ...(await runChecks(client, this.rules.accounts, LISTED, [await this.touched(client, sealed.ids)])),
      ...(isAtEnd ? await this.foldFaults(client, next) : []),
    ];
    return { faults, next, isAtEnd };
  }

  private async lostSeal(client: PoolClient, { position, hash }: Place): Promise<FoundFault | null> {
    if (hash === null) return null;
    const { rows } = await client.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM ledger.seals WHERE position = $1`,
      [position],
    );
    if (rows[0]?.hash === hash) return null;
    return {
      check: CHAIN,
      row: `seal ${position}`,
      detail: rows[0] ? 'is another than the one that was proved' : 'is missing: journals were cut off',
      accounts: [],
      journalId: null,
    };
  }

  private async touched(client: PoolClient, journals: string[]): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      `SELECT DISTINCT unnest(j.accounts) AS id FROM ledger.journals j WHERE ${LISTED('j.id')}`,
      [journals],
    );
    return rows.map(({ id }) => id);
  }

  private async sumsAfter(client: PoolClient, { sums }: Place, journals: string[]): Promise<Place['sums']> {
    const { rows } = await client.query<{ account_id: string; moved: string }>(
      `SELECT named.account_id, sum(named.amount) AS moved
         FROM ledger.journals j CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS named(account_id, amount)
         JOIN ledger.accounts a ON a.id = named.account_id AND a.owner_id IS NULL
        WHERE ${LISTED('j.id')} GROUP BY named.account_id`,
      [journals],
    );
    const after = { ...sums };
    for (const { account_id: account, moved } of rows)
      after[account] = (BigInt(after[account] ?? 0) + BigInt(moved)).toString();
    return after;
  }

  private async foldFaults(client: PoolClient, { sums }: Place): Promise<FoundFault[]> {
    const { rows } = await client.query<{ account_id: string; balance_minor: string }>(
      'SELECT account_id, balance_minor FROM ledger.service_balances',
    );
    const folded = new Map(rows.map((row) => [row.account_id, row.balance_minor]));
    return [...new Set([...folded.keys(), ...Object.keys(sums)])].flatMap((account) => {
      const [is, must] = [folded.get(account) ?? '0', sums[account] ?? '0'];
      if (is === must) return [];
      const detail = `folded ${is}, sealed legs sum to ${must}`;
      return [{ check: FOLDED, row: `account ${account}`, detail, accounts: [], journalId: null }];
    });
  }
}
