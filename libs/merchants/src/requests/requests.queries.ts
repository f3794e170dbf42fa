import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { endOfDateText, type Listing, Page } from '@app/http';
import { addSeconds, Clock, type Mode } from '@app/kernel';
import type { Pool } from 'pg';
import type { RequestErrorsQuery, LoggedRequestsQuery } from './requests.dto';

/** A request of an account, without its body. */
export interface LoggedRequestView {
  request_id: string;
  at: Date;
  app_id: string | null;
  /** Who sent it in a session; null: a key did. */
  user_id: string | null;
  mode: Mode;
  /** Method, file and action. */
  operation: string;
  status: number;
  error_code: string | null;
  ms: number;
  address: string;
  /** Whether the answer was that of an earlier request with the same idempotency key. */
  replayed: boolean;
  object_id: string | null;
  /** Requests of the account shortly before that were too many to keep. */
  sampled: number;
}

export interface RequestErrorView {
  error_code: string;
  operation: string;
  count: number;
  first_at: Date;
  last_at: Date;
  /** Of the last one. */
  request_id: string;
}

const DEFAULT_SECONDS = 7 * 86_400;
const MAX_READ = 50_000;
const MAX_GROUPS = 100;

const COLUMNS = `r.request_id, r.at, r.app_id, r.user_id, r.mode, r.operation, r.status, r.error_code, r.ms, r.address,
  r.replayed, r.object_id, r.unlogged AS sampled`;

const LIST: Listing = {
  name: 'requests',
  rows: 'request_log r',
  where: `r.owner_id = $1 AND ($2::uuid IS NULL OR r.app_id = $2) AND ($3::text IS NULL OR r.mode = $3)
    AND ($4::text IS NULL OR r.operation = $4) AND ($5::int IS NULL OR r.status / 100 = $5)
    AND ($6::text IS NULL OR r.error_code = $6) AND ($7::text IS NULL OR r.request_id = $7)
    AND ($8::timestamptz IS NULL OR r.at >= $8) AND ($9::timestamptz IS NULL OR r.at < $9)`,
  order: 'r.at DESC, r.id DESC',
  columns: COLUMNS,
  maxTotal: 10_000,
};

/** Reads the log of an account's requests. */
@Injectable()
export class RequestsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  list(
    ownerId: string,
    appId: string | null,
    query: LoggedRequestsQuery,
  ): Promise<Page<LoggedRequestView, { total_is_capped: boolean }>> {
    const { mode, operation, status, error_code, request_id, from, to } = query;
    const hundred = status == null ? null : Number(status[0]);
    return Page.read(
      this.pool,
      LIST,
      [
        ownerId,
        appId,
        mode,
        operation,
        hundred,
        error_code,
        request_id,
        from && new Date(from),
        to && endOfDateText(to),
      ],
      query,
    );
  }

  /** The refused requests by error and operation, the most frequent first, among the newest 50,000. The last 7 days unless given. */
  async errors(
    ownerId: string,
    appId: string | null,
    { mode, from, to }: RequestErrorsQuery,
  ): Promise<{ errors: RequestErrorView[]; sampled: number }> {
    const start = from ? new Date(from) : addSeconds(this.clock.now(), -DEFAULT_SECONDS);
    const { rows } = await this.pool.query<{ errors: RequestErrorView[] | null; sampled: number }>(
      `WITH kept AS MATERIALIZED (
         SELECT * FROM request_log r
          WHERE r.owner_id = $1 AND r.at >= $4 AND ($5::timestamptz IS NULL OR r.at < $5)
            AND ($2::uuid IS NULL OR r.app_id = $2) AND ($3::text IS NULL OR r.mode = $3)
          ORDER BY r.at DESC, r.id DESC LIMIT ${MAX_READ}
       ), grouped AS (
         SELECT error_code, operation, count(*)::int AS count, min(at) AS first_at, max(at) AS last_at,
                (array_agg(request_id ORDER BY at DESC))[1] AS request_id
           FROM kept WHERE error_code IS NOT NULL GROUP BY error_code, operation
          ORDER BY count(*) DESC, max(at) DESC LIMIT ${MAX_GROUPS}
       )
       SELECT (SELECT json_agg(g) FROM grouped g) AS errors, (SELECT coalesce(sum(unlogged), 0)::int FROM kept) AS sampled`,
      [ownerId, appId, mode, start, to && endOfDateText(to)],
    );
    const errors = (rows[0]!.errors ?? []).map((row) => ({
      ...row,
      first_at: new Date(row.first_at),
      last_at: new Date(row.last_at),
    }));
    return { errors, sampled: rows[0]!.sampled };
  }

  /** The newest request of this id; null where the account has none. */
  async byId(ownerId: string, appId: string | null, requestId: string): Promise<LoggedRequestView | null> {
    const { rows } = await this.pool.query<LoggedRequestView>(
      `SELECT ${COLUMNS} FROM request_log r
        WHERE r.request_id = $3 AND r.owner_id = $1 AND ($2::uuid IS NULL OR r.app_id = $2)
        ORDER BY r.at DESC, r.id DESC LIMIT 1`,
      [ownerId, appId, requestId],
    );
    return rows[0] ?? null;
  }
}
