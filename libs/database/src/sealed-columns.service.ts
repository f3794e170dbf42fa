import { Inject, Injectable } from '@nestjs/common';
import { Vault } from '@app/config';
import type { Pool } from 'pg';
import { POSTGRES_POOL } from './pool';

/** A column of values that the vault sealed, each for this purpose and the `id` of its row. Names are trusted SQL. */
export interface SealedColumn {
  table: string;
  column: string;
  purpose: string;
}

interface SealedRow {
  id: string;
  sealed: Buffer;
}

const BATCH = 500;

/**
 * Seals values again after a change of ENCRYPTION_KEY. Each lib registers the columns that it seals. Any number of
 * processes may run it at once.
 */
@Injectable()
export class SealedColumnsService {
  private readonly columns = new Map<string, SealedColumn>();

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  register(...columns: SealedColumn[]): void {
    for (const column of columns) this.columns.set(`${column.table}.${column.column}`, column);
  }

  /** Returns how many values it sealed. Throws after the last one if any cannot be read. */
  async reseal(): Promise<number> {
    let resealed = 0;
    const faults: string[] = [];
    for (const [name, column] of this.columns) {
      const { sealed, unreadable } = await this.resealColumn(column);
      resealed += sealed;
      if (unreadable > 0) faults.push(`${name}: ${unreadable}`);
    }
    if (faults.length > 0)
      throw new Error(`Sealed under a key that is not in RETIRED_ENCRYPTION_KEYS: ${faults.join(', ')}`);
    return resealed;
  }

  private async resealColumn(column: SealedColumn): Promise<{ sealed: number; unreadable: number }> {
    let [sealed, unreadable] = [0, 0];
    for (let after: string | null = null; ;) {
      const rows = await this.due(column, after);
      for (const row of rows) {
        const renewed = this.renewed(column, row);
        if (renewed) sealed += await this.replace(column, row, renewed);
        else unreadable += 1;
      }
      if (rows.length < BATCH) return { sealed, unreadable };
      after = rows.at(-1)!.id;
    }
  }

  private async due({ table, column }: SealedColumn, after: string | null): Promise<SealedRow[]> {
    const key = `substring(${column} FROM 1 FOR 4)`;
    const { rows } = await this.pool.query<SealedRow>(
      `SELECT id, ${column} AS sealed FROM ${table}
        WHERE ${column} IS NOT NULL AND (${key} < $1 OR ${key} > $1) AND ($2::uuid IS NULL OR id > $2)
        ORDER BY id LIMIT ${BATCH}`,
      [this.vault.currentKeyId, after],
    );
    return rows;
  }

  private renewed({ purpose }: SealedColumn, { id, sealed }: SealedRow): Buffer | null {
    try {
      return this.vault.seal(this.vault.unsealBytes(sealed, purpose, id), purpose, id);
    } catch {
      return null;
    }
  }

  /** Leaves a value that was replaced or erased since it was read. */
  private async replace({ table, column }: SealedColumn, row: SealedRow, renewed: Buffer): Promise<number> {
    const { rowCount } = await this.pool.query(
      `UPDATE ${table} SET ${column} = $2 WHERE id = $1 AND ${column} = $3`,
      [row.id, renewed, row.sealed],
    );
    return rowCount ?? 0;
  }
}
