import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import type { Pool } from 'pg';

export interface AllDeliveriesFilter {
  status: string | null;
  appId: string | null;
  endpointId: string | null;
  event: string | null;
  from: Date;
  to: Date;
}

export interface DeliveryRow {
  id: string;
  event_id: string;
  event: string;
  app_id: string;
  app_name: string | null;
  webhook_id: string;
  /** Null where the endpoint was removed. */
  url: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  due_at: Date | null;
  created_at: Date;
  last_attempt: { at: string; status: number | null; latency_ms: number; error: string | null } | null;
}

/** Ids start with a time that is never before `created_at`, so older rows are not read. */
const LIST: Listing = {
  name: 'all-deliveries',
  rows: 'webhook_deliveries d',
  where: `d.created_at >= $1 AND d.created_at <= $2 AND d.id >= $7 AND ($3::text IS NULL OR d.status = $3)
    AND ($4::uuid IS NULL OR d.app_id = $4) AND ($5::uuid IS NULL OR d.endpoint_id = $5) AND ($6::text IS NULL OR d.event = $6)`,
  order: 'd.id DESC',
  columns: `d.id, d.event_id, d.event, d.app_id, a.name AS app_name, d.endpoint_id AS webhook_id, e.url, d.status,
    d.attempts, coalesce(d.retry_at, d.due_at) AS due_at, d.created_at,
    (SELECT json_build_object('at', to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', t.status, 'latency_ms', t.latency_ms, 'error', t.error)
       FROM webhook_attempts t WHERE t.delivery_id = d.id ORDER BY t.created_at DESC LIMIT 1) AS last_attempt`,
  joins: 'LEFT JOIN merchant_apps a ON a.id = d.app_id LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id',
};

/** Webhook deliveries of all apps for staff, without bodies and answers, which belong to the merchants. */
@Injectable()
export class DeliveriesAdminQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Newest first. */
  list(filter: AllDeliveriesFilter, page: PageQuery): Promise<Page<DeliveryRow>> {
    const { from, to, status, appId, endpointId, event } = filter;
    return Page.read(this.pool, LIST, [from, to, status, appId, endpointId, event, leastIdAt(from)], page);
  }
}

function leastIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
