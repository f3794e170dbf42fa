import type { AggregateRow, AggregateTable } from './aggregate-table';
import type { SqlWrite } from './sql-write';

/** The insert of a new aggregate, or its update if it has not changed since it was read. */
export interface RowWrite {
  table: Pick<AggregateTable, 'name' | 'entity' | 'insert' | 'insertWhere' | 'update' | 'lock'>;
  kind: 'insert' | 'update';
  row: AggregateRow;
  /** The columns that an update writes: those that differ from what is stored. */
  columns: readonly string[];
  /** Errors to throw when a unique constraint is violated, by constraint name. */
  refusals: Record<string, () => Error>;
}

export function isRow(write: SqlWrite | RowWrite): write is RowWrite {
  return 'row' in write;
}

/** Identifies the aggregate. */
export function nameOf({ table, row }: RowWrite): string {
  return `${table.name} ${row.id}`;
}

/** Identifies the statement that writes the row; two aggregates of one table write different columns. */
export function statementOf({ table, kind }: RowWrite): string {
  return `${kind} ${table.entity}`;
}
