import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock } from '@app/kernel';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import type { ClaimedDelivery } from './delivery';

/** How long a claim outlasts the longest try: that of a process that died runs out, and another takes over. */
const CLAIM_GRACE_SECONDS = 20;
/** At once to one endpoint from one process; to one that keeps failing, a single one. */
export const PER_ENDPOINT = 8;
/** While an event is in its first tries, later ones about the same object wait for it; then they go ahead. */
const TRIES_WAITED_FOR = 3;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Steps from endpoint to endpoint along the index and takes from each what it has room for, so that a claim costs
 * by endpoints that wait and not by what waits for them.
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
      LEFT JOIN unnest($2::uuid[], $3::int[]) AS busy (endpoint_id, sending) ON busy.endpoint_id = w.endpoint_id
     CROSS JOIN LATERAL (
       SELECT id, created_at FROM webhook_deliveries d
        WHERE status = 'pending' AND endpoint_id = w.endpoint_id AND due_at <= $4
          AND (claimed_until IS NULL OR claimed_until <= $4)
          AND (object_id IS NULL OR object_sequence = 1 OR NOT EXISTS (
                SELECT 1 FROM webhook_deliveries earlier
                 WHERE earlier.status = 'pending' AND earlier.endpoint_id = w.endpoint_id
                   AND earlier.object_id = d.object_id AND earlier.object_sequence < d.object_sequence
                   AND earlier.attempts - earlier.by_hand < ${TRIES_WAITED_FOR}))
        ORDER BY due_at
        LIMIT greatest(0, CASE WHEN f.endpoint_id IS NULL THEN ${PER_ENDPOINT} ELSE 1 END - coalesce(busy.sending, 0))
          FOR UPDATE SKIP LOCKED
     ) d
     LIMIT $5
  )
  UPDATE webhook_deliveries d SET claimed_until = $6, claim = $7
    FROM due WHERE d.id = due.id AND d.created_at = due.created_at
  RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.sequence, d.object_id, d.object_sequence, d.attempts, d.by_hand, d.body`;

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
}

/** Claims due deliveries for this process. Any number of processes may claim at once. */
@Injectable()
export class DueDeliveries {
  /** Where the next claim begins: without it, endpoints with low ids would come first whenever room is scarce. */
  private after = BEFORE_ALL;
  private readonly claimSeconds: number;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.claimSeconds = config.env.WEBHOOK_TIMEOUT_SECONDS + CLAIM_GRACE_SECONDS;
  }

  /** At most `room` deliveries, given how many are being sent to each endpoint just now. */
  async claim(room: number, sending: ReadonlyMap<string, number>): Promise<ClaimedDelivery[]> {
    const claimed = await this.claimBehind(room, sending);
    if (claimed.length === room) {
      this.after = claimed.map(({ endpointId }) => endpointId).reduce((a, b) => (a > b ? a : b));
    } else if (this.after !== BEFORE_ALL) {
      this.after = BEFORE_ALL;
      if (claimed.length === 0) return this.claimBehind(room, sending);
    }
    return claimed;
  }

  /** Gives a claim back: nothing was sent, and it stays due. */
  async release({ id, createdAt, claim }: ClaimedDelivery): Promise<void> {
    await this.pool.query(
      'UPDATE webhook_deliveries SET claim = NULL, claimed_until = NULL WHERE id = $1 AND created_at = $2 AND claim = $3',
      [id, createdAt, claim],
    );
  }

  private async claimBehind(room: number, sending: ReadonlyMap<string, number>): Promise<ClaimedDelivery[]> {
    const now = this.clock.now();
    const claim = randomUUID();
    const { rows } = await this.pool.query<Row>({
      name: 'claim_deliveries',
      text: CLAIM,
      values: [
        ...[this.after, [...sending.keys()], [...sending.values()], now, room],
        ...[addSeconds(now, this.claimSeconds), claim],
      ],
    });
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
      body: row.body,
    }));
  }
}
