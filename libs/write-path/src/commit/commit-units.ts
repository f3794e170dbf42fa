import type { Pool, PoolClient } from 'pg';
import { arrayOf, QUERY_TIMEOUT, toJson } from '@app/database';
import { EncodedUnits, PARAMETER_TYPES } from './write-encoding';
import { isRow, type RowInsert, type RowWrite } from '../unit-of-work/row-write';
import type { PendingWrites } from '../unit-of-work/pending-writes';
import type { SqlWrite } from '../unit-of-work/sql-write';

/** The answer as the posting function stored it; the balance may still have to be filled in. */
export interface WrittenAnswer {
  status: number;
  body: string;
}

/** What `ledger.commit_units` returned for one unit. */
export type Outcome =
  | { kind: 'committed'; balanceMinor: bigint | null }
  | { kind: 'insufficient-funds' | 'frozen' | 'conflict' | 'busy' | 'closed' }
  /** With what was counted on the day before. */
  | { kind: 'over-limit'; usedCents: bigint }
  | { kind: 'replayed'; answer: WrittenAnswer; balanceMinor: bigint | null };

const KINDS = [
  ...([
    'committed',
    'insufficient-funds',
    'replayed',
    'conflict',
    'frozen',
    'busy',
    'over-limit',
    'closed',
  ] as const),
];

const CASTS = PARAMETER_TYPES.map((type, i) => `$${i + 3}::${type}[]`).join(', ');
const SQL = `SELECT * FROM ledger.commit_units($1::timestamptz, $2::boolean, ${CASTS})`;
/** Parameters after those of the posting function: rows to insert, and the number of the unit of each. */
const [ROWS, UNITS_OF_ROWS] = [3, 4].map((place) => `$${PARAMETER_TYPES.length + place}`);

interface Row {
  outcomes: number[];
  balances: (string | null)[];
  r_unit: number[] | null;
  r_status: (number | null)[] | null;
  r_body: (string | null)[] | null;
  r_balance: (string | null)[] | null;
  c_used: (string | null)[] | null;
}

/** Calls the posting function for these units. */
export function commitUnits(
  client: Pool | PoolClient,
  works: readonly PendingWrites[],
  now: Date,
  wait: boolean,
): Promise<Outcome[]> {
  return commitEncoded(client, new EncodedUnits(works), now, wait);
}

/**
 * Calls the posting function for encoded units. With `wait` it waits at most two seconds for a key that another
 * transaction holds; without it the unit is reported busy.
 */
export async function commitEncoded(
  client: Pool | PoolClient,
  units: EncodedUnits,
  now: Date,
  wait: boolean,
): Promise<Outcome[]> {
  const { rows } = await client.query<Row>({
    ...QUERY_TIMEOUT,
    name: 'commit_units',
    text: SQL,
    values: [now, wait, ...units.parameters],
  });
  return outcomesOf(rows[0]!);
}

/** The table of new rows of which alone the units consist, beside what they post; null where there is none. */
export function onlyTableOf(works: readonly PendingWrites[]): RowInsert['table'] | null {
  const [first, ...others] = works.flatMap(({ writes }) => writes);
  const isInsert = (write: SqlWrite | RowWrite): write is RowInsert =>
    isRow(write) && write.kind === 'insert';
  if (!first || !isInsert(first)) return null;
  const { table } = first;
  return others.every((write) => isInsert(write) && write.table === table) ? table : null;
}

/**
 * Posts units that write new rows of one table only, and inserts the rows of those that are accepted, by one statement:
 * it is a transaction of its own. A key that another transaction holds is reported busy.
 */
export async function commitWithRows(
  client: Pool,
  table: RowInsert['table'],
  works: readonly PendingWrites[],
  now: Date,
): Promise<Outcome[]> {
  const writes = works.flatMap((work, i) =>
    work.writes.map((write) => ({ row: (write as RowWrite).row, unit: i + 1 })),
  );
  const isAccepted = `p.outcomes[(${UNITS_OF_ROWS}::int[])[r.ordinality]] = 0`;
  const { rows } = await client.query<Row>({
    ...QUERY_TIMEOUT,
    name: `commit_units_${table.entity}`,
    text: `WITH posted AS MATERIALIZED (${SQL}), written AS (${table.insertWhere(ROWS, 'posted p', isAccepted)})
           SELECT * FROM posted`,
    values: [
      now,
      false,
      ...new EncodedUnits(works).parameters,
      toJson(writes.map(({ row }) => row)),
      arrayOf('int', writes, ({ unit }) => unit),
    ],
  });
  return outcomesOf(rows[0]!);
}

function outcomesOf(row: Row): Outcome[] {
  const replays = new Map((row.r_unit ?? []).map((unit, i) => [unit, i]));
  return row.outcomes.map((code, index): Outcome => {
    const kind = KINDS[code]!;
    if (kind === 'committed') return { kind, balanceMinor: toBigInt(row.balances[index]) };
    if (kind === 'over-limit') return { kind, usedCents: BigInt(row.c_used![index]!) };
    if (kind !== 'replayed') return { kind };
    const at = replays.get(index + 1)!;
    return {
      kind,
      answer: { status: row.r_status![at]!, body: row.r_body![at]! },
      balanceMinor: toBigInt(row.r_balance![at]),
    };
  });
}

function toBigInt(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : BigInt(text);
}
