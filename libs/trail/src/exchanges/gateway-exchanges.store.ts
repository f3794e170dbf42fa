import { Inject, Injectable } from '@nestjs/common';
import { BatchLoader, POSTGRES_POOL } from '@app/database';
import { LOGGER } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** One request to a payment company, without what it contained of people, accounts and cards. */
export interface GatewayExchange {
  /** Our reference in it; null: it is about none. */
  ours: string | null;
  /** The id at the company, where the answer names one. */
  theirs: string | null;
  /** The method and the path without ids. */
  path: string;
  /** The HTTP status, or why there was no answer. */
  outcome: string;
  ms: number;
  fields: Record<string, string | number>;
}

const COLUMNS = ['id', 'at', 'ours', 'theirs', 'path', 'outcome', 'ms', 'fields'] as const;

/** Keeps the requests to payment companies. Those that end together are written at once, beside the work of the request. */
@Injectable()
export class GatewayExchangesStore {
  private readonly writes: BatchLoader<unknown[], void>;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.writes = new BatchLoader((rows) => this.write(rows));
  }

  /** A failure to write is logged: it must not change what becomes of a payment. */
  readonly add = ({ ours, theirs, path, outcome, ms, fields }: GatewayExchange): void => {
    const at = this.clock.now();
    this.writes
      .read([uuidv7(at), at, ours, theirs, path, outcome, ms, JSON.stringify(fields)])
      .catch((error: unknown) => this.logger.error({ err: error }, 'gateway exchanges were not stored'));
  };

  private async write(rows: unknown[][]): Promise<void[]> {
    await this.pool.query({
      name: 'gateway_exchanges',
      text: `INSERT INTO gateway_exchanges (${COLUMNS.join(', ')})
             SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::jsonb[])`,
      values: COLUMNS.map((_, column) => rows.map((row) => row[column])),
    });
    return rows.map(() => undefined);
  }
}
