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
const PER_ENDPOINT = 8;
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
       SELECT id, created_at FROM webhook_deliveries
        WHERE status = 'pending' AND endpoint_id = w.endpoint_id AND due_at <= $4
        ORDER BY due_at
        LIMIT greatest(0, CASE WHEN f.endpoint_id IS NULL THEN ${PER_ENDPOINT} ELSE 1 END - coalesce(busy.sending, 0))
          FOR UPDATE SKIP LOCKED
     ) d
     LIMIT $5
  )
  UPDATE webhook_deliveries d SET due_at = $6, claim = $7
    FROM due WHERE d.id = due.id AND d.created_at = due.created_at
  RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.sequence, d.attempts, d.body`;

interface Row {
  id: string;
  created_at: Date;
  endpoint_id: string;
  event_id: string;
  sequence: string | null;
  attempts: number;
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
      attempt: row.attempts + 1,
      body: row.body,
    }));
  }
}
