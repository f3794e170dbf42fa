import { Inject, Injectable, Logger } from '@nestjs/common';
import { POSTGRES_POOL, withTransaction } from '@app/database';
import { Clock, uuidv7 } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';
import { Scheduled, WorkQueue } from '@app/queue';
import type { Pool, PoolClient } from 'pg';
import { MAX_UNDER_WAY, parametersOf, SELECTED, type Selection, type Standing } from '../replay.policy';

const MAX_CONCURRENT = 100;

interface Running {
  id: string;
  endpoint_id: string;
  app_id: string;
  since: Date;
  until: Date;
  types: WebhookEvent[];
  standing: Standing | null;
  position: string;
  last_sequence: string;
}

/**
 * Continues replays. Each has a limited number of pending deliveries, oldest events first, and its position is
 * stored in the database. Runs every second.
 */
@Injectable()
@Scheduled({ every: '1s', name: 'continue webhook replays' })
export class FeedReplays {
  private readonly logger = new Logger('Webhooks');

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly queue: WorkQueue,
  ) {}

  /** Returns the number of deliveries made due. */
  async run(): Promise<number> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM webhook_replays WHERE state = 'running' ORDER BY id LIMIT $1`,
      [MAX_CONCURRENT],
    );
    let queued = 0;
    for (const { id } of rows) {
      try {
        queued += await withTransaction(this.pool, (tx) => this.feed(tx, id));
      } catch (error) {
        this.logger.error(`replay ${id} waits: ${(error as Error).message}`);
      }
    }
    if (queued > 0) this.queue.add('webhook-delivery', 'wake');
    return queued;
  }

  private async feed(tx: PoolClient, id: string): Promise<number> {
    const { rows } = await tx.query<Running>(
      `SELECT id, endpoint_id, app_id, since, until, types, standing, position, last_sequence
         FROM webhook_replays WHERE id = $1 AND state = 'running' FOR UPDATE SKIP LOCKED`,
      [id],
    );
    const [replay] = rows;
    if (!replay) return 0;
    const { rows: open } = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE replay_id = $1 AND status = 'pending'`,
      [id],
    );
    const underWay = open[0]!.count;
    const room = MAX_UNDER_WAY - underWay;
    if (room <= 0) return 0;
    const queued = await this.queueNext(tx, replay, room);
    if (queued === 0 && underWay === 0) await this.finish(tx, id);
    return queued;
  }

  /** Events that are sent again restart the retry schedule, with the next attempt numbers. */
  private async queueNext(tx: PoolClient, replay: Running, room: number): Promise<number> {
    const now = this.clock.now();
    const { rows } = await tx.query<{ event_id: string; created_at: Date; sequence: string }>(
      `SELECT e.event_id, e.created_at, e.sequence ${SELECTED} ORDER BY e.sequence LIMIT $9`,
      [...parametersOf(selectionOf(replay), replay.position, replay.last_sequence), room],
    );
    if (rows.length > 0) {
      await tx.query(
        `INSERT INTO webhook_deliveries (id, created_at, event_id, event, sequence, object_id, object_sequence, app_id, owner_id, mode,
                                         endpoint_id, body, status, due_at, replay_id)
         SELECT n.id, e.created_at, e.event_id, e.event, e.sequence, e.object_id, e.object_sequence, e.app_id, a.owner_id, a.mode,
                $3, e.body, 'pending',
                $4::timestamptz - (cardinality($2) - n.place) * interval '1 microsecond', $5
           FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS n (id, sequence, place)
           JOIN app_events e ON e.app_id = $6 AND e.sequence = n.sequence
           JOIN merchant_apps a ON a.id = e.app_id
         ON CONFLICT (event_id, endpoint_id, created_at) DO UPDATE
            SET status = 'pending', due_at = excluded.due_at, replay_id = excluded.replay_id,
                by_hand = webhook_deliveries.attempts
          WHERE webhook_deliveries.status <> 'pending'`,
        [
          rows.map(({ created_at }) => uuidv7(created_at)),
          rows.map(({ sequence }) => sequence),
          replay.endpoint_id,
          now,
          replay.id,
          replay.app_id,
        ],
      );
    }
    const position = rows.length < room ? replay.last_sequence : rows.at(-1)!.sequence;
    await tx.query('UPDATE webhook_replays SET position = $2, queued = queued + $3 WHERE id = $1', [
      replay.id,
      position,
      rows.length,
    ]);
    return rows.length;
  }

  private async finish(tx: PoolClient, id: string): Promise<void> {
    await tx.query(
      `UPDATE webhook_replays SET state = 'done', finished_at = $2,
              delivered = (SELECT count(*) FROM webhook_deliveries WHERE replay_id = $1 AND status = 'delivered'),
              failed = (SELECT count(*) FROM webhook_deliveries WHERE replay_id = $1 AND status = 'failed')
        WHERE id = $1`,
      [id, this.clock.now()],
    );
  }
}

function selectionOf({ endpoint_id, app_id, since, until, types, standing }: Running): Selection {
  return { endpointId: endpoint_id, appId: app_id, since, until, types, standing };
}
