import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { addSeconds, Clock, type Mode } from '@app/kernel';
import { BatchLoader, POSTGRES_POOL, withTransaction } from '@app/database';
import type { Pool } from 'pg';
import type { ClaimedDelivery } from './delivery';
import { PLACES } from './places.policy';
import { PER_ENDPOINT } from '../endpoints/endpoint-window.service';

/**
 * How much longer a claim lasts than the longest attempt; after a crash it expires and another process takes
 * over.
 */
const CLAIM_GRACE_SECONDS = 20;
/** Later events about the same object wait for an event's first attempts, up to this number. */
const MAX_ATTEMPTS_AHEAD = 3;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Endpoints of one account that one claim looks at; the next claim goes on behind them. */
const ENDPOINTS_PER_LOOK = 64;

/** The number held and the maximum of an endpoint that this process knows. */
const HELD = `coalesce(($7::jsonb -> w.endpoint_id::text ->> 0)::int, 0)`;
const DEPTH = `($7::jsonb -> w.endpoint_id::text ->> 1)::int`;

/** The deliveries of the endpoints in `looked`: from each at most `room`, and at most `limit` in all. */
const taken = (room: string, limit: string) => `
         SELECT d.id, d.created_at, w.failing, NULL::uuid
           FROM looked w
          CROSS JOIN LATERAL (
            SELECT id, created_at FROM webhook_deliveries d
             WHERE status = 'pending' AND mode = $1 AND owner_id = a.owner_id AND endpoint_id = w.endpoint_id
               AND due_at BETWEEN w.first_due_at AND $9
               AND (claimed_until IS NULL OR claimed_until <= $10)
               AND (object_id IS NULL OR object_sequence = 1 OR NOT EXISTS (
                     SELECT 1 FROM webhook_deliveries earlier
                      WHERE earlier.status = 'pending' AND earlier.endpoint_id = w.endpoint_id
                        AND earlier.object_id = d.object_id AND earlier.object_sequence < d.object_sequence
                        AND earlier.attempts - earlier.by_hand < ${MAX_ATTEMPTS_AHEAD}))
             ORDER BY due_at
             LIMIT greatest(0, ${room} - ${HELD})
               FOR UPDATE SKIP LOCKED
          ) d
          LIMIT ${limit}`;

/**
 * Moves from account to account of a mode along the index, and within each from endpoint to endpoint, and takes as
 * many deliveries as account and endpoint have room for. The cost of a claim grows with the accounts and the endpoints
 * looked at, and not with their backlog. Each step passes on where the index had the first entry, because the entries of
 * delivered ones before it stay until they are vacuumed. `reached` is the last endpoint looked at of an account that may have more.
 */
const CLAIM = `
  WITH RECURSIVE account (owner_id, endpoint_id, first_due_at) AS (
    (SELECT owner_id, endpoint_id, due_at FROM webhook_deliveries WHERE status = 'pending' AND mode = $1 AND owner_id > $2
      ORDER BY owner_id, endpoint_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.*
      FROM account a
     CROSS JOIN LATERAL (
       SELECT d.owner_id, d.endpoint_id, d.due_at FROM webhook_deliveries d
        WHERE d.status = 'pending' AND d.mode = $1 AND d.owner_id > a.owner_id
        ORDER BY d.owner_id, d.endpoint_id, d.due_at LIMIT 1) next
  ), due AS MATERIALIZED (
    SELECT a.owner_id, d.id, d.created_at, d.failing, d.reached
      FROM account a
      LEFT JOIN unnest($3::uuid[], $4::int[], $5::int[], $6::uuid[]) AS share (owner_id, room, failing_room, after)
        ON share.owner_id = a.owner_id
     CROSS JOIN LATERAL (
       WITH RECURSIVE waiting (endpoint_id, first_due_at, place) AS (
         SELECT a.endpoint_id, a.first_due_at, 1 WHERE share.after IS NULL
         UNION ALL
         (SELECT endpoint_id, due_at, 1 FROM webhook_deliveries
           WHERE status = 'pending' AND mode = $1 AND owner_id = a.owner_id AND endpoint_id > share.after
           ORDER BY endpoint_id, due_at LIMIT 1)
         UNION ALL
         SELECT next.*, w.place + 1
           FROM waiting w
          CROSS JOIN LATERAL (
            SELECT d.endpoint_id, d.due_at FROM webhook_deliveries d
             WHERE d.status = 'pending' AND d.mode = $1 AND d.owner_id = a.owner_id AND d.endpoint_id > w.endpoint_id
             ORDER BY d.endpoint_id, d.due_at LIMIT 1) next
          WHERE w.place < ${ENDPOINTS_PER_LOOK}
       ), looked AS (
         SELECT w.endpoint_id, w.first_due_at, f.endpoint_id IS NOT NULL AS failing
           FROM waiting w LEFT JOIN webhook_endpoint_failures f ON f.endpoint_id = w.endpoint_id
       )
       SELECT * FROM (${taken(`CASE WHEN w.failing THEN 0 ELSE coalesce(${DEPTH}, ${PER_ENDPOINT}) END`, 'coalesce(share.room, $13::int)')}
       ) AS healthy (id, created_at, failing, reached)
       UNION ALL
       SELECT * FROM (${taken(`CASE WHEN w.failing THEN least(1, ${DEPTH}) ELSE 0 END`, 'coalesce(share.failing_room, $14::int)')}
       ) AS failing (id, created_at, failing, reached)
       UNION ALL
       SELECT NULL, NULL, NULL, endpoint_id FROM waiting WHERE place = ${ENDPOINTS_PER_LOOK}
     ) d
     WHERE coalesce(share.room, 1) > 0
     LIMIT $8
  ), claimed AS (
    UPDATE webhook_deliveries d SET claimed_until = $11, claim = $12
      FROM due WHERE d.id = ANY (ARRAY(SELECT id FROM due)) AND d.id = due.id AND d.created_at = due.created_at
    RETURNING d.id, d.created_at, d.owner_id, d.endpoint_id, d.event_id, d.sequence, d.object_id, d.object_sequence, d.attempts,
              d.by_hand, d.body, d.due_at, due.failing
  )
  SELECT *, NULL::uuid AS reached FROM claimed
  UNION ALL
  SELECT NULL, NULL, owner_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, reached
    FROM due WHERE reached IS NOT NULL`;

/**
 * A claim reads the due deliveries of an endpoint in the order of the index and stops at its room. The planner expects
 * few of them and would read and sort the whole backlog instead.
 */
const BEGIN_CLAIM = 'BEGIN; SET LOCAL enable_sort TO off';

/** Most looks of a quiet service find nothing, and to plan the claim takes several times as long as to run this. */
const ANY_PENDING = `SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND mode = $1 ORDER BY owner_id LIMIT 1`;

/** The number of deliveries that this process holds for an endpoint, and its maximum. */
export interface EndpointRoom {
  endpointId: string;
  held: number;
  depth: number;
}

/** The number of further deliveries that this process takes from an account in the mode of the claim. */
export interface AccountRoom {
  ownerId: string;
  room: number;
  failingRoom: number;
  /** The endpoint behind which to begin; null: at the first. */
  after: string | null;
}

export interface Claim {
  mode: Mode;
  /** Maximum number of deliveries. */
  room: number;
  upTo: Date;
  accounts: readonly AccountRoom[];
  endpoints: readonly EndpointRoom[];
}

export interface Claimed {
  deliveries: ClaimedDelivery[];
  /** By account that may have more endpoints: the one behind which its next claim begins. */
  reached: ReadonlyMap<string, string>;
}

interface Row {
  /** null in a row that says only how far an account was looked through. */
  id: string | null;
  created_at: Date;
  owner_id: string;
  endpoint_id: string;
  event_id: string;
  sequence: string | null;
  object_id: string | null;
  object_sequence: string;
  attempts: number;
  by_hand: number;
  body: string;
  due_at: Date;
  failing: boolean;
  reached: string | null;
}

/** Claims due deliveries for this process. Any number of processes may claim at once. */
@Injectable()
export class DueDeliveriesStore {
  /** The account behind which the next claim begins, because low ids would otherwise come first if room is scarce. */
  private readonly after: Record<Mode, string> = { live: BEFORE_ALL, test: BEFORE_ALL };
  /** Whether the last claim found something, so that the next one need not ask whether there is any. */
  private readonly found: Record<Mode, boolean> = { live: false, test: false };
  private readonly claimSeconds: number;
  private readonly releases = new BatchLoader((batch: ClaimedDelivery[]) => this.releaseAll(batch));

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.claimSeconds = config.env.WEBHOOK_TIMEOUT_SECONDS + CLAIM_GRACE_SECONDS;
  }

  /** Claims deliveries of one mode that are due. */
  async claim(claim: Claim): Promise<Claimed> {
    const { mode, room } = claim;
    const claimed = await this.claimBehind(claim);
    const { deliveries, reached } = claimed;
    if (deliveries.length + reached.size >= room) {
      this.after[mode] = deliveries
        .map(({ ownerId }) => ownerId)
        .reduce((a, b) => (a > b ? a : b), BEFORE_ALL);
    } else if (this.after[mode] !== BEFORE_ALL) {
      this.after[mode] = BEFORE_ALL;
      if (deliveries.length === 0) return this.claimBehind(claim);
    }
    return claimed;
  }

  /** Releases claims: nothing was sent, and the deliveries stay due. Concurrent calls share one statement. */
  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await Promise.all(deliveries.map((delivery) => this.releases.read(delivery)));
  }

  private async releaseAll(deliveries: readonly ClaimedDelivery[]): Promise<void[]> {
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
    return deliveries.map(() => undefined);
  }

  private async isAnyPending(mode: Mode): Promise<boolean> {
    const { rowCount } = await this.pool.query({ name: 'any_delivery', text: ANY_PENDING, values: [mode] });
    return rowCount! > 0;
  }

  private async claimBehind({ mode, room, upTo, accounts, endpoints }: Claim): Promise<Claimed> {
    const now = this.clock.now();
    if (!this.found[mode] && !(await this.isAnyPending(mode))) return { deliveries: [], reached: new Map() };
    const claim = randomUUID();
    const startBy = addSeconds(now, CLAIM_GRACE_SECONDS);
    const statement = {
      name: 'claim_deliveries',
      text: CLAIM,
      values: [
        mode,
        this.after[mode],
        accounts.map(({ ownerId }) => ownerId),
        accounts.map((account) => account.room),
        accounts.map(({ failingRoom }) => failingRoom),
        accounts.map(({ after }) => after),
        Object.fromEntries(endpoints.map(({ endpointId, held, depth }) => [endpointId, [held, depth]])),
        room,
        upTo,
        now,
        addSeconds(now, this.claimSeconds),
        claim,
        PLACES[mode].share,
        PLACES[mode].failing,
      ],
    };
    const { rows } = await withTransaction(this.pool, (tx) => tx.query<Row>(statement), BEGIN_CLAIM);
    const reached = new Map(rows.flatMap((row) => (row.reached ? [[row.owner_id, row.reached]] : [])));
    this.found[mode] = rows.length > 0;
    const found = rows.filter((row): row is Row & { id: string } => row.id !== null);
    found.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || Number(a.sequence) - Number(b.sequence));
    const deliveries = found.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      claim,
      ownerId: row.owner_id,
      mode,
      isFailing: row.failing,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      sequence: row.sequence,
      object: row.object_id === null ? null : { id: row.object_id, sequence: row.object_sequence },
      attempt: row.attempts + 1,
      scheduled: row.attempts - row.by_hand + 1,
      startBy,
      body: row.body,
    }));
    return { deliveries, reached };
  }
}
