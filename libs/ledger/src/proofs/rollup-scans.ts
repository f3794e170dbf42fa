import type { PoolClient } from 'pg';
import { LISTED } from './rules/check';
import { HOUR_CHECK, ROLLUP_CHECKS } from './rules/rollup-checks';
import { runChecks } from './run-checks';
import type { Scan, Step } from './scan';

interface RollupPlace {
  account: string;
  /** Counts the rounds, each of which compares another hour of each account with its legs. */
  round: number;
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks the rollups of every account in endless rounds. */
export class AllRollupsScan implements Scan<RollupPlace> {
  readonly name = 'every rollup';
  readonly start = { account: LOWEST_ID, round: 0 };
  readonly stepsPerRun = 1;
  private readonly batch = 200;

  async step(client: PoolClient, { account, round }: RollupPlace): Promise<Step<RollupPlace>> {
    const { rows } = await client.query<{ id: string }>(
      'SELECT account_id AS id FROM ledger.folds WHERE account_id > $1 ORDER BY account_id LIMIT $2',
      [account, this.batch],
    );
    const ids = rows.map(({ id }) => id);
    const faults = [
      ...(await runChecks(client, ROLLUP_CHECKS, LISTED, [ids])),
      ...(await runChecks(client, [HOUR_CHECK], LISTED, [ids, round])),
    ];
    const isAtEnd = ids.length < this.batch;
    const next = isAtEnd ? { ...this.start, round: round + 1 } : { account: ids.at(-1)!, round };
    return { faults, next, isAtEnd };
  }
}
