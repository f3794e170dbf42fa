import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import type { ClaimedDelivery } from './delivery';
import { PER_ENDPOINT } from '../endpoints/endpoint-window.service';

/**
 * How much longer a claim lasts than the longest attempt; after a crash it expires and another process takes
 * over.
 */
const CLAIM_GRACE_SECONDS = 20;
/** Later events about the same object wait for an event's first attempts, up to this number. */
const MAX_ATTEMPTS_AHEAD = 3;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Moves from endpoint to endpoint along the index and takes as many deliveries from each as it has room for, so
 * that the cost of a claim grows with the endpoints and not with their backlog.
 */
const CLAIM = `
  WITH RECURSIVE waiting (endpoint_id) AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id > $1
      ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.status = 'pending' AND d.endpoint_id > w.endpoint_id
             ORDER BY d.endpoint_id LIMIT 1)
      FROM waiting w WHERE w.endpoint_id IS NOT NULL
  ), due AS MATERIALIZED (
    SELECT d.id, d.created_at
      FROM waiting w
      LEFT JOIN webhook_endpoint_failures f ON f.endpoint_id = w.endpoint_id
      LEFT JOIN unnest($2::uuid[], $3::int[], $8::int[]) AS lane (endpoint_id, claimed, depth) ON lane.endpoint_id = w.endpoint_id
     CROSS JOIN LATERAL (
       SELECT id, created_at FROM webhook_deliveries d
        WHERE status = 'pending' AND endpoint_id = w.endpoint_id AND due_at <= $4
          AND (claimed_until IS NULL OR claimed_until <= $9)
          AND (object_id IS NULL OR object_sequence = 1 OR NOT EXISTS (
                SELECT 1 FROM webhook_deliveries earlier
                 WHERE earlier.status = 'pending' AND earlier.endpoint_id = w.endpoint_id
                   AND earlier.object_id = d.object_id AND earlier.object_sequence < d.object_sequence
                   AND earlier.attempts - earlier.by_hand < ${MAX_ATTEMPTS_AHEAD}))
        ORDER BY due_at
        LIMIT greatest(0, CASE WHEN f.endpoint_id IS NULL THEN coalesce(lane.depth, ${PER_ENDPOINT}) ELSE least(1, lane.depth) END
                          - coalesce(lane.claimed, 0))
          FOR UPDATE SKIP LOCKED
     ) d
     LIMIT $5
  )
  UPDATE webhook_deliveries d SET claimed_until = $6, claim = $7
    FROM due WHERE d.id = due.id AND d.created_at = due.created_at
  RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.sequence, d.object_id, d.object_sequence, d.attempts, d.by_hand, d.body, d.due_at`;

/** The number of deliveries that this process holds for an endpoint, and its maximum. */
export interface EndpointRoom {
  endpointId: string;
  held: number;
  depth: number;
}

interface Row {
  id: string;
  created_at: Date;
  endpoint_id: string;
  event_id: string;
  sequence: string | null;
  object_id: string | null;
  object_sequence: string;
  attempts: number;
  by_hand: number;
  body: string;
  due_at: Date;
}

/** Claims due deliveries for this process. Any number of processes may claim at once. */
@Injectable()
export class DueDeliveries {
  /**
   * Where the next claim begins, because endpoints with low ids would otherwise come first whenever room is
   * scarce.
   */
  private after = BEFORE_ALL;
  private readonly claimSeconds: number;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.claimSeconds = config.env.WEBHOOK_TIMEOUT_SECONDS + CLAIM_GRACE_SECONDS;
  }

  /** Claims at most `room` deliveries that are due at `upTo`. */
  async claim(room: number, upTo: Date, rooms: readonly EndpointRoom[]): Promise<ClaimedDelivery[]> {
    const claimed = await this.claimBehind(room, upTo, rooms);
    if (claimed.length === room) {
      this.after = claimed.map(({ endpointId }) => endpointId).reduce((a, b) => (a > b ? a : b));
    } else if (this.after !== BEFORE_ALL) {
      this.after = BEFORE_ALL;
      if (claimed.length === 0) return this.claimBehind(room, upTo, rooms);
    }
    return claimed;
  }

  /** Releases claims: nothing was sent, and the deliveries stay due. */
  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await this.pool.query(
      `UPDATE webhook_deliveries d SET claim = NULL, claimed_until = NULL
         FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS c (id, created_at, claim)
        WHERE d.id = c.id AND d.created_at = c.created_at AND d.claim = c.claim`,
      [
        deliveries.map(({ id }) => id),
        deliveries.map(({ createdAt }) => createdAt),
        deliveries.map(({ claim }) => claim),
      ],
    );
  }

  private async claimBehind(
    room: number,
    upTo: Date,
    rooms: readonly EndpointRoom[],
  ): Promise<ClaimedDelivery[]> {
    const now = this.clock.now();
    const claim = randomUUID();
    const startBy = addSeconds(now, CLAIM_GRACE_SECONDS);
    const { rows } = await this.pool.query<Row>({
      name: 'claim_deliveries',
      text: CLAIM,
      values: [
        this.after,
        rooms.map(({ endpointId }) => endpointId),
        rooms.map(({ held }) => held),
        upTo,
        room,
        addSeconds(now, this.claimSeconds),
        claim,
        rooms.map(({ depth }) => depth),
        now,
      ],
    });
    rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || Number(a.sequence) - Number(b.sequence));
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      claim,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      sequence: row.sequence,
      object: row.object_id === null ? null : { id: row.object_id, sequence: row.object_sequence },
      attempt: row.attempts + 1,
      scheduled: row.attempts - row.by_hand + 1,
      startBy,
      body: row.body,
    }));
  }
}
