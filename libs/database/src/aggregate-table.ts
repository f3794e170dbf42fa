import type { Aggregate } from '@app/kernel';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** An aggregate as its row is to stand, by column: a new one, or the one whose version is one less. */
export interface AggregateRow extends Record<string, unknown> {
  id: string;
  version: number;
}

interface Query {
  text: string;
  values: unknown[];
}

/**
 * Writes rows of one kind of aggregates, one or many by the same statement. They travel as JSON, and the table itself
 * says of what types its columns are.
 */
export class AggregateTable<A extends Aggregate & ObjectLiteral = never> {
  readonly name: string;
  private readonly columns: ColumnMetadata[];
  private readonly insertSql: string;
  private readonly updateSql: string;
  private readonly lockSql: string;

  constructor(dataSource: DataSource, entity: EntityTarget<A>) {
    const { tableName, columns } = dataSource.getMetadata(entity);
    const names = columns.map(({ databaseName }) => databaseName);
    const updated = columns.filter(({ isUpdate, isPrimary }) => isUpdate && !isPrimary);
    const rows = `json_populate_recordset(NULL::${tableName}, $1::json) r`;
    this.name = tableName;
    this.columns = columns;
    this.insertSql = `INSERT INTO ${tableName} (${names.join(', ')}) SELECT ${names.map((name) => `r.${name}`).join(', ')} FROM ${rows}`;
    this.updateSql =
      `UPDATE ${tableName} t SET ${updated.map(({ databaseName: name }) => `${name} = r.${name}`).join(', ')} ` +
      `FROM ${rows} WHERE t.id = r.id AND t.version = r.version - 1`;
    this.lockSql =
      `SELECT t.id::text FROM ${rows} JOIN ${tableName} t ON t.id = r.id AND t.version = r.version - 1 ` +
      'FOR UPDATE OF t SKIP LOCKED';
  }

  rowOf(aggregate: A): AggregateRow {
    const row: Record<string, unknown> = {};
    for (const { databaseName, propertyName, transformer } of this.columns) {
      const value: unknown = aggregate[propertyName];
      if (value === undefined) throw new Error(`${this.name}.${databaseName} is not set`);
      row[databaseName] = stored(value, transformer);
    }
    return row as AggregateRow;
  }

  insert(rows: readonly AggregateRow[]): Query {
    return { text: this.insertSql, values: [JSON.stringify(rows)] };
  }

  /** Touches a row only where its version is still the one before. */
  update(rows: readonly AggregateRow[]): Query {
    return { text: this.updateSql, values: [JSON.stringify(rows)] };
  }

  /** Locks the rows that can be updated, without waiting for any, and answers their ids. */
  lock(rows: readonly AggregateRow[]): Query {
    return {
      text: this.lockSql,
      values: [JSON.stringify(rows.map(({ id, version }) => ({ id, version })))],
    };
  }
}

function stored(value: unknown, transformer: ColumnMetadata['transformer']): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return transformer && !Array.isArray(transformer) ? (transformer.to(value) as unknown) : value;
}
