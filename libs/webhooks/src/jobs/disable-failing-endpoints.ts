import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { EndpointDirectory } from '../endpoint-directory';

const PATIENCE = `interval '5 days'`;
const MOST_AT_ONCE = 100;

/** Disables endpoints that have failed for five days, first try to last, without one success. Hourly is often enough. */
@Injectable()
export class DisableFailingEndpoints {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: EndpointDirectory,
  ) {}

  /** Returns the ids of the endpoints it disabled. */
  async run(): Promise<string[]> {
    const { rows } = await this.pool.query<{ endpoint_id: string }>(
      `SELECT endpoint_id FROM webhook_endpoint_failures
        WHERE last_failed_at - failing_since >= ${PATIENCE} ORDER BY failing_since LIMIT $1`,
      [MOST_AT_ONCE],
    );
    for (const { endpoint_id: id } of rows) {
      await this.directory.disable(id);
      // Enabled again, it starts with a clean record.
      await this.pool.query('DELETE FROM webhook_endpoint_failures WHERE endpoint_id = $1', [id]);
    }
    return rows.map(({ endpoint_id: id }) => id);
  }
}
