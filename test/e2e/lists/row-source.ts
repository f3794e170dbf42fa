import { randomBytes } from 'node:crypto';
import { uuidv7 } from '@app/kernel';
import { Pool } from 'pg';
import type { Platform } from '../../support/platform';

export type Row = Record<string, unknown>;

/** Rows of a table, each like one that the table has, or like a given one. */
export interface RowKind {
  table: string;
  /** `SELECT` of one row to copy, or the values of one. */
  like: string | Row;
  /** Values that each row has for itself. */
  fresh?: (unique: string) => Row;
  /** A row of another table that each row needs, and the column that names it. */
  related?: RowKind & { column: string };
}

/** Adds rows straight to the database, past the triggers and foreign keys of the product. */
export class RowSource {
  private readonly columns = new Map<string, string>();
  private readonly copied = new Map<string, Row>();
  private readonly pool: Pool;

  constructor({ config }: Platform) {
    const options = '-c session_replication_role=replica';
    this.pool = new Pool({ connectionString: config.env.DATABASE_URL, max: 16, options });
  }

  /** Returns the rows as they were added. */
  async add(kind: RowKind, count: number, values: (nth: number) => Row): Promise<Row[]> {
    const { table, related } = kind;
    const others = related ? await this.add(related, count, () => ({})) : [];
    const like = await this.rowLike(kind);
    const rows = Array.from({ length: count }, (_, nth) => ({
      ...like,
      id: newId(),
      ...kind.fresh?.(unique()),
      ...(related && { [related.column]: others[nth]!.id }),
      ...values(nth),
    }));
    const columns = await this.columnsOf(table);
    await this.pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
    return rows;
  }

  async delete(table: string, column: string, value: unknown): Promise<void> {
    const { rowCount } = await this.pool.query(`DELETE FROM ${table} WHERE ${column}::text = $1`, [
      String(value),
    ]);
    if (rowCount !== 1) throw new Error(`${table} has no row with the ${column} ${String(value)}`);
  }

  async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.pool.query<T>(text, values)).rows;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async rowLike({ table, like }: RowKind): Promise<Row> {
    if (typeof like !== 'string') return like;
    const known = this.copied.get(table + like);
    if (known) return known;
    const [found] = await this.query<{ row: Row }>(`SELECT to_jsonb(copied) AS row FROM (${like}) copied`);
    if (!found) throw new Error(`${table} has no row to copy: ${like}`);
    this.copied.set(table + like, found.row);
    return found.row;
  }

  private async columnsOf(table: string): Promise<string> {
    const known = this.columns.get(table);
    if (known) return known;
    const rows = await this.query<{ names: string }>(
      `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
        WHERE table_schema || '.' || table_name = $1 AND is_generated = 'NEVER'`,
      [table.includes('.') ? table : `public.${table}`],
    );
    this.columns.set(table, rows[0]!.names);
    return rows[0]!.names;
  }
}

/** 16 hexadecimal digits, whose number JavaScript holds exactly. */
const unique = (): string => `0001${randomBytes(6).toString('hex')}`;

/** An id of the last minutes, whose order says nothing about the order in which rows are added. */
export const newId = (): string => uuidv7(new Date(Date.now() - Math.floor(Math.random() * 600_000)));
