import type { AggregateRow, AggregateTable } from './aggregate-table';
import type { SqlWrite } from '../unit-of-work/sql-write';

/** An aggregate to be inserted, or updated where nobody has changed it since it was read. */
export interface RowWrite {
  table: Pick<AggregateTable, 'name' | 'entity' | 'insert' | 'update' | 'lock'>;
  kind: 'insert' | 'update';
  row: AggregateRow;
  /** What a violated unique constraint means to the caller, by constraint name. */
  refusals: Record<string, () => Error>;
}

export function isRow(write: SqlWrite | RowWrite): write is RowWrite {
  return 'row' in write;
}

/** One name for each aggregate there is. */
export function nameOf({ table, row }: RowWrite): string {
  return `${table.name} ${row.id}`;
}

/** One name for each statement that writes rows; two aggregates of one table write different columns. */
export function statementOf({ table, kind }: RowWrite): string {
  return `${kind} ${table.entity}`;
}
