import type { AggregateRow, AggregateTable } from './aggregate-table';
import type { RowTable, TableRow } from './row-table';
import type { SqlWrite } from './sql-write';

export interface RowInsert {
  kind: 'insert';
  table: Pick<RowTable, 'name' | 'entity' | 'insert' | 'insertWhere'>;
  row: TableRow;
  /** Errors to throw when a unique constraint is violated, by constraint name. */
  refusals?: Record<string, () => Error>;
}

/** The update of an aggregate, if it has not changed since it was read. */
export interface RowUpdate {
  kind: 'update';
  table: Pick<AggregateTable, 'name' | 'entity' | 'update' | 'lock'>;
  row: AggregateRow;
  /** The columns to write: those that differ from what is stored. */
  columns: readonly string[];
  refusals?: Record<string, () => Error>;
}

export type RowWrite = RowInsert | RowUpdate;

export function isRow(write: SqlWrite | RowWrite): write is RowWrite {
  return 'row' in write;
}

export function isUpdate(write: RowWrite): write is RowUpdate {
  return write.kind === 'update';
}

/** Identifies the row. */
export function nameOf({ table, row }: RowWrite): string {
  return `${table.name} ${row.id}`;
}

/** Identifies the statement that writes the row; two aggregates of one table write different columns. */
export function statementOf({ table, kind }: RowWrite): string {
  return `${kind} ${table.entity}`;
}
