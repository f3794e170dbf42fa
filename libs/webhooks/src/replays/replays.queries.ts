import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { parametersOf, SELECTED, type Selection, type Standing } from './replay.policy';

const MAX_SHOWN = 50;

export interface ReplayView {
  id: string;
  webhook_id: string;
  since: Date;
  until: Date;
  types: string[];
  status: Standing | null;
  state: 'running' | 'done';
  /** Number of events selected at the start. */
  total: number;
  /** Of these: delivered, failed, pending, and not started. */
  delivered: number;
  failed: number;
  under_way: number;
  waiting: number;
  created_at: Date;
  finished_at: Date | null;
}

export interface Count {
  /** Number of the newest event of the app. */
  lastSequence: string;
  total: number;
  byEvent: { event: string; count: number }[];
}

/** Reads the events that a replay would send, and the progress of replays. */
@Injectable()
export class ReplaysQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async count(selection: Selection): Promise<Count> {
    const counter = await this.pool.query<{ last: string }>(
      'SELECT last FROM app_event_counters WHERE app_id = $1',
      [selection.appId],
    );
    const lastSequence = counter.rows[0]?.last ?? '0';
    const { rows } = await this.pool.query<{ event: string; count: number }>(
      `SELECT e.event, count(*)::int AS count ${SELECTED} GROUP BY e.event ORDER BY e.event`,
      parametersOf(selection, '0', lastSequence),
    );
    return { lastSequence, total: rows.reduce((sum, { count }) => sum + count, 0), byEvent: rows };
  }

  /** The newest replays of an endpoint. */
  async list(endpointId: string): Promise<ReplayView[]> {
    const { rows } = await this.pool.query<ReplayView>(
      `SELECT r.id, r.endpoint_id AS webhook_id, r.since, r.until, r.types, r.standing AS status, r.state, r.total,
              coalesce(r.delivered, d.delivered)::int AS delivered, coalesce(r.failed, d.failed)::int AS failed,
              CASE r.state WHEN 'running' THEN d.under_way ELSE 0 END::int AS under_way,
              CASE r.state WHEN 'running' THEN greatest(0, r.total - r.queued) ELSE 0 END AS waiting, r.created_at, r.finished_at
         FROM (SELECT * FROM webhook_replays WHERE endpoint_id = $1 ORDER BY id DESC LIMIT ${MAX_SHOWN}) r
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE status = 'delivered') AS delivered, count(*) FILTER (WHERE status = 'failed') AS failed,
                 count(*) FILTER (WHERE status = 'pending') AS under_way
            FROM webhook_deliveries WHERE replay_id = r.id AND r.state = 'running') d
        ORDER BY r.id DESC`,
      [endpointId],
    );
    return rows;
  }
}
