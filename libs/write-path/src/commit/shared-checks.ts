import { arrayOf, QUERY_TIMEOUT } from '@app/database';
import type { PoolClient } from 'pg';
import { isRow } from '../unit-of-work/row-write';
import type { SqlWrite } from '../unit-of-work/sql-write';
import type { PendingWrites } from '../unit-of-work/pending-writes';

const TRY_LOCKS = `SELECT k.ord::int AS ord FROM unnest($1::text[]) WITH ORDINALITY AS k(name, ord)
                    WHERE pg_try_advisory_xact_lock(hashtextextended(k.name, 0))`;

/** A statement of a unit that shares its transaction with others. */
interface Check {
  unit: PendingWrites;
  write: SqlWrite;
}

export function locksOf({ writes }: PendingWrites): string[] {
  return writes.flatMap((write) => (isRow(write) ? [] : (write.lock ?? [])));
}

/** Takes the locks of the units without waiting, and returns the units that got all of theirs. */
export function takeLocks(tx: PoolClient, units: readonly PendingWrites[]): Promise<PendingWrites[]> {
  return unitsThatPass(
    units,
    ({ lock }) => lock !== undefined,
    (checks) => numbersOf(tx, 'try_locks', TRY_LOCKS, [arrayOf('text', checks, ({ write }) => write.lock!)]),
  );
}

/** Checks the conditions of the units, with one statement per condition, and returns the units for which all hold. */
export async function meetConditions(
  tx: PoolClient,
  units: readonly PendingWrites[],
): Promise<PendingWrites[]> {
  let left = [...units];
  for (const name of new Set(units.flatMap(conditionsOf)))
    left = await unitsThatPass(
      left,
      ({ condition }) => condition === name,
      (checks) => {
        const { sql, parameters } = checks[0]!.write;
        const places = parameters.map((_, i) => i);
        const text = `SELECT given.ord::int AS ord
                      FROM unnest(${places.map((i) => `$${i + 1}::text[]`).join(', ')}) WITH ORDINALITY
                        AS given(${places.map((i) => `p${i + 1}`).join(', ')}, ord)
                     WHERE EXISTS (${sql.replace(/\$(\d+)/g, 'given.p$1')})`;
        const values = places.map((i) =>
          arrayOf('text', checks, ({ write }) => write.parameters[i] as string | null),
        );
        return numbersOf(tx, `require_${name}`, text, values);
      },
    );
  return left;
}

function conditionsOf({ writes }: PendingWrites): string[] {
  return writes.flatMap((write) => (isRow(write) ? [] : (write.condition ?? [])));
}

/** The units of which `passing` names the place of each check; those without a check pass. */
async function unitsThatPass(
  units: readonly PendingWrites[],
  isChecked: (write: SqlWrite) => boolean,
  passing: (checks: readonly Check[]) => Promise<ReadonlySet<number>>,
): Promise<PendingWrites[]> {
  const checks = units.flatMap((unit) =>
    unit.writes.flatMap((write) => (!isRow(write) && isChecked(write) ? [{ unit, write }] : [])),
  );
  if (checks.length === 0) return [...units];
  const passed = await passing(checks);
  const failed = new Set(checks.filter((_, i) => !passed.has(i + 1)).map(({ unit }) => unit));
  return units.filter((unit) => !failed.has(unit));
}

async function numbersOf(
  tx: PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.query<{ ord: number }>({ ...QUERY_TIMEOUT, name, text, values });
  return new Set(rows.map(({ ord }) => ord));
}
