import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Currency, Money } from '@app/kernel';
import type { Pool } from 'pg';
import { rollupRanges } from './rollup-ranges.policy';

/** What the movements of one direction sum to, of one account in one bucket. */
export interface MovementFlow {
  accountId: string;
  /** The place of the bucket, from 0. */
  bucket: number;
  isCredit: boolean;
  count: bigint;
  /** Without a sign, in smallest units. */
  minor: bigint;
}

/** The same of the movements of one kind. */
export interface MovementSum extends MovementFlow {
  kind: string;
}

interface FlowRow {
  account_id: string;
  bucket: number;
  credit: boolean;
  count: string;
  amount_minor: string;
}

/** Before and after all movements. */
export const ALL_TIME = [new Date(0), new Date(Date.UTC(9999, 0))] as const;

const PARAMETERS = `$1::uuid[], $2::timestamptz[], $3::int[], $4::date[], $5::date[],
  $6::int[], $7::timestamptz[], $8::timestamptz[], $9::int[], $10::timestamptz[], $11::timestamptz[]`;

/** The sums of some accounts in the buckets between bounds; its parameters are those of `sumsParameters`. */
export const MOVEMENT_SUMS = `ledger.movement_sums(${PARAMETERS})`;

export function sumsParameters(accountIds: readonly string[], bounds: readonly Date[]): unknown[] {
  const { days, hours, odd } = rollupRanges(bounds);
  return [
    accountIds,
    bounds,
    days.map(({ bucket }) => bucket),
    days.map(({ from }) => dayOf(from)),
    days.map(({ to }) => dayOf(to)),
    ...[hours, odd].flatMap((ranges) => [
      ranges.map(({ bucket }) => bucket),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
    ]),
  ];
}

/** Sums movements by their times, at any moment exactly: the rollups, and what they do not contain yet. */
@Injectable()
export class MovementSumsQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Sums of the half-open buckets between ascending bounds, in one snapshot. */
  async between(accountIds: readonly string[], bounds: readonly Date[]): Promise<MovementSum[]> {
    const { rows } = await this.pool.query<FlowRow & { kind: string }>({
      name: 'ledger_movement_sums',
      text: `SELECT * FROM ${MOVEMENT_SUMS}`,
      values: sumsParameters(accountIds, bounds),
    });
    return rows.map((row) => ({ ...flowOf(row), kind: row.kind }));
  }

  /** The same without kinds, which is cheaper. */
  async flowsBetween(accountIds: readonly string[], bounds: readonly Date[]): Promise<MovementFlow[]> {
    const { rows } = await this.pool.query<FlowRow>({
      name: 'ledger_movement_flows',
      text: `SELECT * FROM ledger.movement_flows(${PARAMETERS})`,
      values: sumsParameters(accountIds, bounds),
    });
    return rows.map(flowOf);
  }

  /** How many movements of a type accounts have in all. */
  async countOfType(accountIds: readonly string[], type: string): Promise<bigint> {
    const { rows } = await this.pool.query<{ count: string }>({
      name: 'ledger_count_movements',
      text: 'SELECT ledger.count_movements($1::uuid[], $2) AS count',
      values: [accountIds, type],
    });
    return BigInt(rows[0]!.count);
  }

  /** What entered and left an account since `from`. */
  async flow(accountId: string, currency: Currency, from: Date): Promise<{ in: Money; out: Money }> {
    const sums = await this.flowsBetween([accountId], [from, ALL_TIME[1]]);
    const total = (isCredit: boolean) =>
      new Money(
        sums.reduce((sum, part) => (part.isCredit === isCredit ? sum + part.minor : sum), 0n),
        currency,
      );
    return { in: total(true), out: total(false) };
  }
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

const flowOf = (row: FlowRow): MovementFlow => ({
  accountId: row.account_id,
  bucket: row.bucket - 1,
  isCredit: row.credit,
  count: BigInt(row.count),
  minor: BigInt(row.amount_minor),
});
