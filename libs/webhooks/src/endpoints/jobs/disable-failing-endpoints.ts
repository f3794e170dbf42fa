import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '@app/write-path';
import { POSTGRES_POOL } from '@app/database';
import { Scheduled } from '@app/queue';
import type { Pool } from 'pg';
import { NotifyOfFailingEndpoint } from '../commands/notify-of-failing-endpoint';
import { EndpointDirectory } from '../endpoint-directory.port';

const NOTIFIED_AFTER = `interval '1 day'`;
const FAILING_FOR = `interval '5 days'`;
const MAX_CONCURRENT = 100;

interface Failing {
  endpoint_id: string;
  failing_since: Date;
}

/**
 * Notifies owners of endpoints that have only failed for a day, and disables those that have only failed for
 * five. Runs hourly.
 */
@Injectable()
@Scheduled({ every: '1h', name: 'disable failing endpoints' })
export class DisableFailingEndpoints {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: EndpointDirectory,
    private readonly commands: Commands,
  ) {}

  /** Returns the ids of the disabled endpoints. */
  async run(): Promise<string[]> {
    const hopeless = await this.failingFor(FAILING_FOR);
    for (const { endpoint_id: id, failing_since: since } of hopeless) {
      await this.directory.disable(id, since);
      // An endpoint that is removed or disabled already gets no event that would clear its record.
      await this.pool.query(
        'DELETE FROM webhook_endpoint_failures WHERE endpoint_id = $1 AND failing_since = $2',
        [id, since],
      );
    }
    for (const { endpoint_id } of await this.failingFor(NOTIFIED_AFTER, 'AND told_at IS NULL'))
      await this.commands.execute(new NotifyOfFailingEndpoint(endpoint_id));
    return hopeless.map(({ endpoint_id }) => endpoint_id);
  }

  private async failingFor(time: string, condition = ''): Promise<Failing[]> {
    const { rows } = await this.pool.query<Failing>(
      `SELECT endpoint_id, failing_since FROM webhook_endpoint_failures
        WHERE last_failed_at - failing_since >= ${time} ${condition} ORDER BY failing_since LIMIT $1`,
      [MAX_CONCURRENT],
    );
    return rows;
  }
}
