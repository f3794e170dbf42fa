import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import type { OutstandingDeliveries, TimelineEntry } from './timeline.view';

/** It is renewed while a step waits; after a crash another process goes on when the lease has ended. */
const LEASE_SECONDS = 30;
/** Entries of the timeline that are kept; `ran` counts all. */
const TIMELINE_ENTRIES = 1000;

/** An advance as the process that carries it out knows it. */
export interface Advancing {
  appId: string;
  ownerId: string;
  holder: string;
  at: Date;
  target: Date;
  steps: number;
}

interface Row {
  owner_id: string;
  frozen_at: Date;
  target: Date;
  steps: number;
}

/** The steps of advances. Only the holder of the lease writes them; leases are in real time. */
@Injectable()
export class AdvancingClocksStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Apps whose clock waits for a process to advance it. */
  async waiting(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM test_clocks WHERE status = 'advancing' AND (lease_until IS NULL OR lease_until <= $1)
        ORDER BY started_at LIMIT 100`,
      [this.clock.now()],
    );
    return rows.map(({ id }) => id);
  }

  /** Null where there is nothing to advance, or another process does. */
  async lease(appId: string, holder: string): Promise<Advancing | null> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<Row>(
      `UPDATE test_clocks SET holder = $2, lease_until = $4, version = version + 1
        WHERE id = $1 AND status = 'advancing' AND (lease_until IS NULL OR lease_until <= $3)
        RETURNING owner_id, frozen_at, target, steps`,
      [appId, holder, now, addSeconds(now, LEASE_SECONDS)],
    );
    const [row] = rows;
    return row
      ? { appId, holder, ownerId: row.owner_id, at: row.frozen_at, target: row.target, steps: row.steps }
      : null;
  }

  /** The clock stands at this time. False where the lease has been lost. */
  async standAt({ appId, holder }: Advancing, at: Date): Promise<boolean> {
    return this.write('frozen_at = $4, steps = steps + 1', [appId, holder, this.leaseEnd(), at]);
  }

  renew({ appId, holder }: Advancing): Promise<boolean> {
    return this.write('ran = ran', [appId, holder, this.leaseEnd()]);
  }

  async note({ appId, holder }: Advancing, entry: TimelineEntry): Promise<boolean> {
    const timeline = `timeline = CASE WHEN jsonb_array_length(timeline) < ${TIMELINE_ENTRIES} THEN timeline || $4::jsonb ELSE timeline END`;
    const values = [appId, holder, this.leaseEnd(), JSON.stringify([entry]), entry.count];
    return this.write(`${timeline}, ran = ran + $5`, values);
  }

  /** The time runs on from where it stands, unless the advance was to freeze it. */
  async finish(
    advancing: Advancing,
    stopped: 'quota' | null,
    outstanding: readonly OutstandingDeliveries[],
  ): Promise<void> {
    const now = this.clock.now();
    await this.pool.query(
      `UPDATE test_clocks
          SET status = 'idle', target = NULL, holder = NULL, lease_until = NULL, finished_at = $3, outstanding = $4, stopped = $5,
              offset_ms = CASE WHEN freezes THEN offset_ms ELSE round(extract(epoch FROM frozen_at - $3) * 1000) END,
              frozen_at = CASE WHEN freezes THEN frozen_at END, version = version + 1
        WHERE id = $1 AND holder = $2`,
      [advancing.appId, advancing.holder, now, JSON.stringify(outstanding), stopped],
    );
  }

  /** Clocks that run apart from the real time: the present of each. */
  async running(): Promise<{ appId: string; ownerId: string; now: Date }[]> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ id: string; owner_id: string; offset_ms: string }>(
      `SELECT id, owner_id, offset_ms FROM test_clocks WHERE moved AND frozen_at IS NULL ORDER BY id`,
    );
    return rows.map(({ id, owner_id: ownerId, offset_ms }) => ({
      appId: id,
      ownerId,
      now: new Date(now.getTime() + +offset_ms),
    }));
  }

  private leaseEnd(): Date {
    return addSeconds(this.clock.now(), LEASE_SECONDS);
  }

  private async write(changes: string, values: unknown[]): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE test_clocks SET lease_until = $3, version = version + 1, ${changes} WHERE id = $1 AND holder = $2`,
      values,
    );
    return rowCount === 1;
  }
}
