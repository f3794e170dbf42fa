import type { PoolClient } from 'pg';
import { LISTED, runChecks } from './rules/check';
import { LEG_CHECKS, someLegs } from './rules/leg-checks';
import type { ProofRules } from './rules/proof-rules';
import { HOUR_CHECK, ROLLUP_CHECKS } from './rules/rollup-checks';
import { proveSealed, sealedAbove } from './sealed-journals';
import type { Step, Scan } from './scan';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Checks every sealed journal in endless rounds, to find changes made after an earlier check. */
export class AllJournalsScan implements Scan<{ position: string }> {
  readonly name = 'every journal';
  readonly start = { position: '0' };
  readonly stepsPerRun = 1;
  private readonly batch = 2000;

  constructor(private readonly rules: ProofRules) {}

  async step(client: PoolClient, { position }: { position: string }): Promise<Step<{ position: string }>> {
    const sealed = await sealedAbove(client, position, this.batch);
    if (!sealed) return { faults: [], next: this.start, isAtEnd: true };
    const faults = await proveSealed(client, this.rules, sealed, position);
    const isAtEnd = sealed.ids.length < this.batch;
    return { faults, next: isAtEnd ? this.start : { position: sealed.position }, isAtEnd };
  }
}

/** Checks the current state of every account in endless rounds. */
export class AllAccountsScan implements Scan<{ id: string }> {
  readonly name = 'every account';
  readonly start = { id: LOWEST_ID };
  readonly stepsPerRun = 1;
  private readonly batch = 5000;

  constructor(private readonly rules: ProofRules) {}

  async step(client: PoolClient, place: { id: string }): Promise<Step<{ id: string }>> {
    const { rows } = await client.query<{ id: string }>(
      `(SELECT id FROM ledger.accounts WHERE id > $1 ORDER BY id LIMIT $2)
        UNION (SELECT account_id FROM ledger.balances WHERE account_id > $1 ORDER BY account_id LIMIT $2)
        ORDER BY id LIMIT $2`,
      [place.id, this.batch],
    );
    const ids = rows.map(({ id }) => id);
    const faults = await runChecks(client, this.rules.accounts, LISTED, [ids]);
    const isAtEnd = ids.length < this.batch;
    return { faults, next: isAtEnd ? this.start : { id: ids.at(-1)! }, isAtEnd };
  }
}

interface LegPlace {
  account: string;
  seq: string;
}

const BETWEEN = someLegs(
  `SELECT * FROM ledger.legs
    WHERE (account_id, seq) > ($1::uuid, $2::bigint) AND (account_id, seq) <= ($3::uuid, $4::bigint)`,
);

/**
 * Checks every leg of every account in endless rounds; with the state of the accounts this covers their whole
 * histories.
 */
export class AllLegsScan implements Scan<LegPlace> {
  readonly name = 'every leg';
  readonly start = { account: LOWEST_ID, seq: '0' };
  readonly stepsPerRun = 1;
  private readonly batch = 5000;

  async step(client: PoolClient, { account, seq }: LegPlace): Promise<Step<LegPlace>> {
    const { rows } = await client.query<LegPlace>(
      `SELECT account_id AS account, seq FROM ledger.legs WHERE (account_id, seq) > ($1, $2)
        ORDER BY account_id, seq OFFSET $3 LIMIT 1`,
      [account, seq, this.batch - 1],
    );
    const last = rows[0];
    const until = last ? [last.account, last.seq] : [LAST_ACCOUNT, LAST_SEQ];
    const faults = await runChecks(client, LEG_CHECKS, BETWEEN, [account, seq, ...until]);
    return { faults, next: last ?? this.start, isAtEnd: !last };
  }
}

const LAST_ACCOUNT = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const LAST_SEQ = (2n ** 63n - 1n).toString();

interface RollupPlace {
  account: string;
  /** Counts the rounds, each of which compares another hour of each account with its legs. */
  round: number;
}

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
