import type { PoolClient } from 'pg';
import { QUERY_TIMEOUT } from '@app/database';
import { isRow, isUpdate, nameOf, type RowWrite, statementOf } from '../unit-of-work/row-write';
import type { Query } from '../unit-of-work/row-table';
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
  const updates = works.flatMap(rowsOf).filter(isUpdate);
  const missing = new Map(updates.map((write) => [nameOf(write), write]));
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
    const query = queryOf(writes);
    const { rowCount } = await tx.query({ ...QUERY_TIMEOUT, ...query });
    if (rowCount !== writes.length) throw new StaleAggregate();
  }
}

/** The statement that writes rows of one table and kind. */
function queryOf(writes: readonly RowWrite[]): Query {
  const [first] = writes;
  if (first!.kind === 'insert') return first!.table.insert(writes.map(({ row }) => row));
  const updates = writes.filter(isUpdate);
  const columns = new Set(updates.flatMap((update) => update.columns));
  return first!.table.update(
    updates.map(({ row }) => row),
    [...columns],
  );
}

/** Groups writes by statement, in the order in which they were first staged. */
function byStatement<W extends RowWrite>(writes: readonly W[]): W[][] {
  const groups = new Map<string, W[]>();
  for (const write of writes) {
    const name = statementOf(write);
    const group = groups.get(name);
    if (group) group.push(write);
    else groups.set(name, [write]);
  }
  return [...groups.values()];
}
