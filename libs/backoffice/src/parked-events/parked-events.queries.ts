import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

/** An event for which a handler failed too often; it is relayed again only when staff retry it. */
export interface ParkedEvent {
  id: string;
  type: string;
  aggregate: { type: string; id: string };
  ownerId: string;
  mode: 'live' | 'test';
  attempts: number;
  /** The handler and its last error. */
  error: string;
  /** Handlers that have handled it and are not called again. */
  handledBy: string[];
  createdAt: Date;
  parkedAt: Date;
}

const PARKED = `SELECT id, type, json_build_object('type', aggregatetype, 'id', aggregateid) AS aggregate,
    owner_id AS "ownerId", mode, attempts, coalesce(last_error, '') AS error, coalesce(heard_by, '{}') AS "handledBy",
    created_at AS "createdAt", parked_at AS "parkedAt"
  FROM outbox WHERE parked_at IS NOT NULL`;

/** Reads the parked events of the outbox, without payloads, because they contain customers' data. */
@Injectable()
export class ParkedEventsQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Oldest first. */
  async list(limit: number): Promise<ParkedEvent[]> {
    const { rows } = await this.pool.query<ParkedEvent>(`${PARKED} ORDER BY parked_at, id LIMIT $1`, [limit]);
    return rows;
  }

  async find(id: string): Promise<ParkedEvent | null> {
    const { rows } = await this.pool.query<ParkedEvent>(`${PARKED} AND id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** The number of parked events by type and failing handler. */
  async counts(): Promise<{ error: string; type: string; count: number }[]> {
    const { rows } = await this.pool.query<{ error: string; type: string; count: number }>(
      `SELECT split_part(coalesce(last_error, ''), ':', 1) AS error, type, count(*)::int AS count
         FROM outbox WHERE parked_at IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 100`,
    );
    return rows;
  }
}
