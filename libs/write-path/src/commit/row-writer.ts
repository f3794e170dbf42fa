import type { PoolClient } from 'pg';
import { QUERY_TIMEOUT } from '@app/database';
import { isRow, nameOf, type RowWrite, statementOf } from '../unit-of-work/row-write';
import { StaleAggregate } from '../unit-of-work/sql-write';
import type { PendingWrites } from '../unit-of-work/pending-writes';

export function rowsOf({ writes }: PendingWrites): RowWrite[] {
  return writes.filter(isRow);
}

/**
 * Locks the rows to be updated without waiting; returns the units whose rows are all unchanged since they were
 * read.
 */
export async function lockRows(tx: PoolClient, works: readonly PendingWrites[]): Promise<PendingWrites[]> {
  const missing = new Map(
    works
      .flatMap(rowsOf)
      .filter(({ kind }) => kind === 'update')
      .map((write) => [nameOf(write), write]),
  );
  for (const writes of byStatement([...missing.values()])) {
    const { table } = writes[0]!;
    const query = table.lock(writes.map(({ row }) => row));
    const { rows } = await tx.query<{ id: string }>({ ...QUERY_TIMEOUT, ...query });
    for (const { id } of rows) missing.delete(`${table.name} ${id}`);
  }
  return works.filter((work) => rowsOf(work).every((write) => !missing.has(nameOf(write))));
}

/** Writes rows, with one statement per table and kind. */
export async function writeRows(tx: PoolClient, all: readonly RowWrite[]): Promise<void> {
  for (const writes of byStatement(all)) {
    const { table, kind } = writes[0]!;
    const rows = writes.map(({ row }) => row);
    const query = kind === 'insert' ? table.insert(rows) : table.update(rows, columnsOf(writes));
    const { rowCount } = await tx.query({ ...QUERY_TIMEOUT, ...query });
    if (rowCount !== writes.length) throw new StaleAggregate();
  }
}

/** The columns that one of the updates writes. */
function columnsOf(updates: readonly RowWrite[]): string[] {
  return [...new Set(updates.flatMap(({ columns }) => columns))];
}

/** Groups writes by statement, in the order in which they were first staged. */
function byStatement(writes: readonly RowWrite[]): RowWrite[][] {
  const groups = new Map<string, RowWrite[]>();
  for (const write of writes) {
    const name = statementOf(write);
    const group = groups.get(name);
    if (group) group.push(write);
    else groups.set(name, [write]);
  }
  return [...groups.values()];
}
