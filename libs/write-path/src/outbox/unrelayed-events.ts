import type { PoolClient } from 'pg';
import type { StoredEvent } from '../events/stored-event';

const BATCH = 200;
/** How many unrelayed events are looked through for claimable ones: first these, and only if none is, those. */
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
 * Claims due events for this transaction, in the order in which they are to be handled.
 *
 * The events of one aggregate are handled in order, by one relay at a time: the one that locks the first of them has
 * claimed those behind it, and while it is locked by another or not yet due again, all of them wait. What is read
 * is a prefix of what is unrelayed, so the first of an aggregate in it is the first there is.
 */
export async function claimUnrelayed(tx: PoolClient, now: Date): Promise<StoredEvent[]> {
  for (const size of WINDOWS) {
    const window = await readWindow(tx, size);
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

async function readWindow(tx: PoolClient, size: number): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>({
    name: 'unrelayed_window',
    text: `SELECT id, aggregateid, retry_at FROM outbox WHERE ${UNRELAYED} ORDER BY position LIMIT $1`,
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

/** Locks a batch of these, past those that others hold. Returns the aggregates they are the first events of. */
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

/** One of several handlers has handled the event, which stays unrelayed. */
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
