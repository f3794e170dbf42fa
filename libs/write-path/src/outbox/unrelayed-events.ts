import type { PoolClient } from 'pg';
import type { StoredEvent } from '../events/stored-event';

const BATCH = 200;
/**
 * How many unrelayed events are searched for claimable ones; the larger number only when the smaller finds
 * none.
 */
const WINDOWS = [1000, 100_000];

interface Waiting {
  id: string;
  aggregateid: string;
  retry_at: Date | null;
}

interface Row {
  id: string;
  type: string;
  aggregatetype: string;
  aggregateid: string;
  owner_id: string;
  mode: 'live' | 'test';
  payload: object;
  correlation_id: string;
  created_at: Date;
  heard_by: string[] | null;
}

const COLUMNS =
  'id, type, aggregatetype, aggregateid, owner_id, mode, payload, correlation_id, created_at, heard_by';
const UNRELAYED = 'relayed_at IS NULL AND parked_at IS NULL';

/**
 * Lanes by type of event, so that many renewals at once delay no other event. All events of a subscription and of its
 * invoices are in one lane, which keeps their order.
 */
const IN_LANE = {
  subscriptions: `starts_with(type, 'subscription')`,
  others: `NOT starts_with(type, 'subscription')`,
};
export type OutboxLane = keyof typeof IN_LANE;

/**
 * Claims due events of a lane for this transaction, in the order of handling.
 * One relay at a time handles the events of an aggregate, in order: the relay that locks the first event has
 * claimed the later ones, and all wait while it is locked elsewhere or not due. The query reads the oldest
 * unrelayed events, so the first event of an aggregate in the result is its first unrelayed one.
 */
export async function claimUnrelayed(tx: PoolClient, now: Date, lane: OutboxLane): Promise<StoredEvent[]> {
  for (const size of WINDOWS) {
    const window = await readWindow(tx, size, lane);
    const claimed = await lockSome(tx, firstOfEach(window).filter(isDue(now)));
    if (claimed.size > 0)
      return readInOrder(
        tx,
        window.filter((event) => claimed.has(event.aggregateid)),
      );
    if (window.length < size) break;
  }
  return [];
}

/** Locks one event; null when it is relayed, parked or locked by another relay. */
export async function claimOne(tx: PoolClient, id: string): Promise<StoredEvent | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM outbox WHERE id = $1 AND ${UNRELAYED} FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return rows[0] ? toEvent(rows[0]) : null;
}

async function readWindow(tx: PoolClient, size: number, lane: OutboxLane): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>({
    name: `unrelayed_window_of_${lane}`,
    text: `SELECT id, aggregateid, retry_at FROM outbox WHERE ${UNRELAYED} AND ${IN_LANE[lane]} ORDER BY position LIMIT $1`,
    values: [size],
  });
  return rows;
}

function firstOfEach(window: readonly Waiting[]): Waiting[] {
  const first = new Map<string, Waiting>();
  for (const event of window) if (!first.has(event.aggregateid)) first.set(event.aggregateid, event);
  return [...first.values()];
}

const isDue =
  (now: Date) =>
  ({ retry_at }: Waiting): boolean =>
    retry_at === null || retry_at <= now;

/**
 * Locks a batch of the events that no other relay holds. Returns the aggregates whose first event was locked.
 */
async function lockSome(tx: PoolClient, events: readonly Waiting[]): Promise<Set<string>> {
  for (let start = 0; start < events.length; start += BATCH) {
    const { rows } = await tx.query<{ aggregateid: string }>({
      name: 'lock_unrelayed',
      text: `SELECT aggregateid FROM outbox WHERE id = ANY ($1) AND ${UNRELAYED} FOR UPDATE SKIP LOCKED`,
      values: [events.slice(start, start + BATCH).map(({ id }) => id)],
    });
    if (rows.length > 0) return new Set(rows.map(({ aggregateid }) => aggregateid));
  }
  return new Set();
}

async function readInOrder(tx: PoolClient, events: readonly Waiting[]): Promise<StoredEvent[]> {
  const ids = events.slice(0, BATCH).map(({ id }) => id);
  const { rows } = await tx.query<Row>({
    name: 'read_unrelayed',
    text: `SELECT ${COLUMNS} FROM outbox WHERE id = ANY ($1)`,
    values: [ids],
  });
  const byId = new Map(rows.map((row) => [row.id, toEvent(row)]));
  return ids.map((id) => byId.get(id)!);
}

export async function markRelayed(tx: PoolClient, now: Date, ids: readonly string[]): Promise<void> {
  await tx.query(
    'UPDATE outbox SET relayed_at = $1, last_error = NULL, heard_by = NULL WHERE id = ANY ($2)',
    [now, ids],
  );
}

/** Marks that one of several handlers has handled the event, which stays unrelayed. */
export async function markHandled(tx: PoolClient, id: string, handler: string): Promise<void> {
  await tx.query(`UPDATE outbox SET heard_by = array_append(heard_by, $2) WHERE id = $1`, [id, handler]);
}

function toEvent(row: Row): StoredEvent {
  return {
    id: row.id,
    type: row.type,
    aggregateType: row.aggregatetype,
    aggregateId: row.aggregateid,
    ownerId: row.owner_id,
    mode: row.mode,
    data: row.payload,
    correlationId: row.correlation_id,
    createdAt: row.created_at,
    ...(row.heard_by && { handledBy: row.heard_by }),
  };
}
