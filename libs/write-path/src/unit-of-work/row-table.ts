import { toJson } from '@app/database';

/** A statement with the values of its parameters. */
export interface Query {
  /** Name of the prepared statement, where the connection keeps one. */
  name?: string;
  text: string;
  values: unknown[];
}

/** Column values by name. */
export interface TableRow extends Record<string, unknown> {
  id: string;
}

/** The SQL that inserts rows of one table. Rows are sent as JSON, and the table defines the column types. */
export class RowTable {
  /** An insert up to the FROM that gives its rows as `r`. */
  private readonly insertOfRows: string;

  constructor(
    readonly name: string,
    /** Names what is inserted: several kinds of row may keep different columns of one table. */
    readonly entity: string,
    columns: readonly string[],
  ) {
    this.insertOfRows = `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${columns.map((column) => `r.${column}`).join(', ')}`;
  }

  insert(rows: readonly TableRow[]): Query {
    const text = `${this.insertOfRows} FROM ${recordset(this.name, '$1')} r`;
    return { name: `insert_${this.entity}`, text, values: [toJson(rows)] };
  }

  /**
   * An insert as a part of another statement, where `rows` is the parameter with the rows as JSON. It inserts those for
   * which `condition` holds, in which `r.ordinality` is the number of the row, from 1.
   */
  insertWhere(rows: string, from: string, condition: string): string {
    return `${this.insertOfRows} FROM ${recordset(this.name, rows)} WITH ORDINALITY r, ${from} WHERE ${condition}`;
  }
}

/** Rows as JSON with the column types of the table. */
export function recordset(table: string, parameter: string): string {
  return `json_populate_recordset(NULL::${table}, ${parameter}::json)`;
}
