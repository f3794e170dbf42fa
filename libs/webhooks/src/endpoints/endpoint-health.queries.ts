import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { EndpointView } from '@app/merchants';
import type { Pool } from 'pg';

const DAY_SECONDS = 86_400;

export interface EndpointHealth {
  status: 'healthy' | 'failing' | 'disabled';
  /** Time of the first attempt since which all have failed; null while the last one succeeded. */
  failing_since: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  /** Share of successful attempts in the last 24 hours, from 0 to 1; null without attempts. */
  success_rate_24h: number | null;
  attempts_24h: number;
}

interface Row {
  endpoint_id: string;
  failing_since: Date | null;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  delivered: number;
  tried: number;
}

/** Reads the health of endpoints. */
@Injectable()
export class EndpointHealthQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The endpoints with their health. The 24 hours are full hours and the current one. */
  async withHealth(endpoints: readonly EndpointView[]): Promise<(EndpointView & EndpointHealth)[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT e.id AS endpoint_id, f.failing_since, h.last_success_at, h.last_failure_at,
              coalesce(h.delivered, 0)::int AS delivered, coalesce(h.tried, 0)::int AS tried
         FROM unnest($1::uuid[]) AS e (id)
         LEFT JOIN webhook_endpoint_failures f ON f.endpoint_id = e.id
         LEFT JOIN LATERAL (
           SELECT max(last_delivered_at) AS last_success_at, max(last_failed_at) AS last_failure_at,
                  sum(delivered) FILTER (WHERE hour > $2) AS delivered,
                  sum(delivered + failed) FILTER (WHERE hour > $2) AS tried
             FROM webhook_endpoint_hours WHERE endpoint_id = e.id) h ON true`,
      [endpoints.map(({ id }) => id), addSeconds(this.clock.now(), -DAY_SECONDS)],
    );
    const byId = new Map(rows.map((row) => [row.endpoint_id, row]));
    return endpoints.map((endpoint) => ({ ...endpoint, ...healthOf(endpoint, byId.get(endpoint.id)!) }));
  }
}

function healthOf({ active }: EndpointView, row: Row): EndpointHealth {
  return {
    status: !active ? 'disabled' : row.failing_since ? 'failing' : 'healthy',
    failing_since: row.failing_since,
    last_success_at: row.last_success_at,
    last_failure_at: row.last_failure_at,
    success_rate_24h: row.tried === 0 ? null : Math.round((row.delivered / row.tried) * 10_000) / 10_000,
    attempts_24h: row.tried,
  };
}
