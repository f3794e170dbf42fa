import { type Aggregate, isUuid } from '@app/kernel';
import type { Pool } from 'pg';
import type { ObjectLiteral, Repository } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { arrayOf, inOrder, QUERY_TIMEOUT, poolOf, toJson } from '@app/database';
import { type Query, recordset, RowTable, type TableRow } from './row-table';

/** The column values to write: those of a new aggregate, or of one whose stored version is one lower. */
export interface AggregateRow extends TableRow {
  version: number;
}

/** Column types of unique properties by which aggregates are found. */
type KeyType = 'uuid' | 'text' | 'bigint';

/**
 * The SQL for one kind of aggregate; each statement handles one row or many. The values that an aggregate holds are stored in its row, as embedded columns.
 * Statements that update or lock rows are not prepared by name, because their plan has to fit the size that the
 * table has at the time.
 */
export class AggregateTable<A extends Aggregate & ObjectLiteral = never> extends RowTable {
  private readonly pool: Pool;
  private readonly construct: () => A;
  private readonly columns: ColumnMetadata[];
  private readonly selected: string;
  /** The columns that may change. */
  private readonly updatable: string[];
  private readonly lockSql: string;
  /** Column values of aggregates as they were read from the table, or staged for it. */
  private readonly stored = new WeakMap<A, Record<string, unknown>>();

  constructor({ metadata, manager }: Repository<A>) {
    const { name, tableName, columns, target } = metadata;
    const names = columns.map(({ databaseName }) => databaseName);
    super(tableName, name, names);
    const rows = `${recordset(tableName, '$1')} r`;
    this.pool = poolOf(manager.dataSource);
    this.construct = () => new (target as new () => A)();
    this.columns = columns;
    this.updatable = columns
      .filter(({ isUpdate, isPrimary }) => isUpdate && !isPrimary)
      .map(({ databaseName }) => databaseName);
    this.selected = names.map((name) => `t.${name}`).join(', ');
    this.lockSql =
      `SELECT t.id::text FROM ${rows} JOIN ${tableName} t ON t.id = r.id AND t.version = r.version - 1 ` +
      'FOR UPDATE OF t SKIP LOCKED';
  }

  rowOf(aggregate: A): AggregateRow {
    const row: Record<string, unknown> = {};
    for (const { databaseName, propertyName, transformer, embeddedMetadata } of this.columns) {
      const holder = embeddedMetadata
        ? (aggregate[embeddedMetadata.propertyName] as ObjectLiteral)
        : aggregate;
      const value: unknown = holder[propertyName];
      if (value === undefined) throw new Error(`${this.name}.${databaseName} is not set`);
      row[databaseName] = Buffer.isBuffer(value)
        ? `\\x${value.toString('hex')}`
        : through(transformer, 'to', value);
    }
    return row as AggregateRow;
  }

  /**
   * The columns in which `row`, which is staged now, differs from what was read or staged before; all columns where that is
   * not known.
   */
  changes(aggregate: A, row: AggregateRow): string[] {
    const stored = this.stored.get(aggregate);
    this.stored.set(aggregate, row);
    return stored ? this.updatable.filter((name) => !isSame(stored[name], row[name])) : this.updatable;
  }

  /** Updates these columns of rows whose stored version is the one before. */
  update(rows: readonly AggregateRow[], columns: readonly string[] = this.updatable): Query {
    const written = ['id', 'version', ...columns];
    const parts = rows.map((row) => Object.fromEntries(written.map((name) => [name, row[name]])));
    const text =
      `UPDATE ${this.name} t SET ${columns.map((name) => `${name} = r.${name}`).join(', ')} ` +
      `FROM ${recordset(this.name, '$1')} r WHERE t.id = r.id AND t.version = r.version - 1`;
    return { text, values: [toJson(parts)] };
  }

  /** Locks the rows that can still be updated, without waiting for locks, and returns their ids. */
  lock(rows: readonly AggregateRow[]): Query {
    return { text: this.lockSql, values: [toJson(rows.map(({ id, version }) => ({ id, version })))] };
  }

  /**
   * Finds aggregates by values of a property, in the order of the values; null where none matches. Of several with one value
   * it finds that with the highest value of the property `last`; without `last` the property must be unique.
   */
  async find(property: string, values: readonly string[], last?: string): Promise<(A | null)[]> {
    const { databaseName, type } = this.columnOf(property);
    const condition = `t.${databaseName} = k.value`;
    const order = last && this.columnOf(last).databaseName;
    const matches = order
      ? `, LATERAL (SELECT * FROM ${this.name} t WHERE ${condition} ORDER BY ${order} DESC LIMIT 1) t`
      : ` JOIN ${this.name} t ON ${condition}`;
    const { rows } = await this.pool.query<Record<string, unknown> & { ord: string }>({
      ...QUERY_TIMEOUT,
      name: `${this.entity}_by_${databaseName}`,
      text: `SELECT k.ord, ${this.selected} FROM unnest($1::${String(type)}[]) WITH ORDINALITY AS k(value, ord)${matches}`,
      values: [keysOf(type as KeyType, values)],
    });
    return inOrder(values.length, rows).map((row) => row && this.aggregateOf(row));
  }

  private columnOf(property: string): ColumnMetadata {
    return this.columns.find(({ propertyPath }) => propertyPath === property)!;
  }

  private aggregateOf(row: Record<string, unknown>): A {
    const aggregate: ObjectLiteral = this.construct();
    for (const { databaseName, propertyName, transformer, embeddedMetadata } of this.columns) {
      const holder = embeddedMetadata
        ? ((aggregate[embeddedMetadata.propertyName] ??= embeddedMetadata.create()) as ObjectLiteral)
        : aggregate;
      holder[propertyName] = through(transformer, 'from', row[databaseName]);
    }
    this.stored.set(aggregate as A, row);
    return aggregate as A;
  }
}

/**
 * Whether a column keeps its value. Objects other than dates may have been changed in place, so they count as different;
 * aggregates replace dates and do not change them.
 */
function isSame(stored: unknown, value: unknown): boolean {
  if (stored instanceof Date && value instanceof Date) return stored.getTime() === value.getTime();
  const text = textOf(stored);
  return text !== undefined && text === textOf(value);
}

/** The driver reads some numbers as text. Undefined for an object. */
function textOf(value: unknown): string | null | undefined {
  if (value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/**
 * Encodes the keys. A value that is not valid for the type becomes null: it matches no row and does not fail
 * the batch.
 */
function keysOf(type: KeyType, values: readonly string[]): Buffer {
  return arrayOf(type, values, (value) => {
    if (type === 'uuid') return isUuid(value) ? value : null;
    if (type === 'bigint') return /^\d{1,18}$/.test(value) ? BigInt(value) : null;
    return value.includes('\0') ? null : value;
  });
}

function through(transformer: ColumnMetadata['transformer'], way: 'to' | 'from', value: unknown): unknown {
  return transformer && !Array.isArray(transformer) ? (transformer[way](value) as unknown) : value;
}
