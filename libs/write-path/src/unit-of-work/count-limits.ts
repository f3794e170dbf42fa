import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { UnitOfWork } from './unit-of-work';

/** The rows that a limit counts before the command adds one. */
export interface CountedRows<Row extends object> {
  /**
   * What is counted and for whom, e.g. `apps of <owner>`. Units of work with the same text commit one after another.
   * Several are given in an order that all their commands share.
   */
  lock: string | readonly string[];
  /** A SELECT of exactly one row with an `int` count per limit; other columns are for the refusals. */
  sql: string;
  parameters: unknown[];
  /** By column of the row. */
  limits: { [Column in keyof Row]?: CountLimit<Row> };
}

export interface CountLimit<Row> {
  /** How many rows may exist after the command. */
  max: number;
  refusal: (row: Row) => Error;
}

/**
 * Limits of the form "at most N", which hold for any number of concurrent requests over all processes: the rows are
 * counted again in the transaction that adds one, under a lock that every such transaction takes.
 */
@Injectable()
export class CountLimits {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
  ) {}

  /**
   * Throws the refusal of the first limit that is reached; otherwise makes the command start over where concurrent
   * commands reach one first. Call it before the row is staged. Commands with several locks take them in one order.
   */
  async require<Row extends object>({ lock, sql, parameters, limits }: CountedRows<Row>): Promise<void> {
    const { rows } = await this.pool.query<Row & Record<string, number>>(sql, parameters);
    const counts = rows[0]!;
    const bounds = Object.entries(limits) as [string, CountLimit<Row>][];
    for (const [column, { max, refusal }] of bounds) if (counts[column]! >= max) throw refusal(counts);

    for (const name of [lock].flat()) this.unit.lock(name);
    const isFree = bounds.map(([column], i) => `counted.${column} < $${parameters.length + i + 1}`);
    this.unit.stage({
      sql: `SELECT 1 FROM (${sql}) counted WHERE ${isFree.join(' AND ')}`,
      parameters: [...parameters, ...bounds.map(([, { max }]) => max)],
      expectedRows: 1,
    });
  }
}
