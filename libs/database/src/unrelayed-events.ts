import type { PoolClient } from 'pg';
import type { StoredEvent } from './listeners';

const BATCH = 200;

interface Row {
  id: string;
  position: string;
  type: string;
  aggregatetype: string;
  aggregateid: string;
  owner_id: string;
  mode: 'live' | 'test';
  payload: object;
  correlation_id: string;
  created_at: Date;
}

const COLUMNS =
  'id, position, type, aggregatetype, aggregateid, owner_id, mode, payload, correlation_id, created_at';
const UNRELAYED = 'relayed_at IS NULL AND parked_at IS NULL';

/**
 * An event is claimed only as the first unrelayed one of its aggregate, so that the events of one aggregate are
 * heard in order by one relay at a time, also while the first keeps failing. Locks are skipped, not waited for.
 */
const claimFirst = (restriction: string) => `
  SELECT ${COLUMNS} FROM outbox o
   WHERE ${UNRELAYED} AND (retry_at IS NULL OR retry_at <= $1) ${restriction}
     AND position = (SELECT e.position FROM outbox e
                      WHERE e.aggregateid = o.aggregateid AND e.relayed_at IS NULL AND e.parked_at IS NULL
                      ORDER BY e.position LIMIT 1)
   ORDER BY position LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
const CLAIM_ANY = claimFirst('');
const CLAIM_THIS = claimFirst('AND id = $2');

/** The later events of aggregates whose first one is locked by this transaction: nobody else can claim them. */
const FOLLOW = `
  SELECT ${COLUMNS} FROM outbox
   WHERE ${UNRELAYED} AND aggregateid = ANY ($1) AND id <> ALL ($2)
   ORDER BY position LIMIT ${BATCH}`;

/** Claims due events for this transaction, in the order in which they are to be heard. */
export async function claimUnrelayed(tx: PoolClient, now: Date): Promise<StoredEvent[]> {
  const { rows: first } = await tx.query<Row>({ name: 'claim_unrelayed', text: CLAIM_ANY, values: [now] });
  if (first.length === 0) return [];
  const { rows: later } = await tx.query<Row>({
    name: 'follow_unrelayed',
    text: FOLLOW,
    values: [first.map(({ aggregateid }) => aggregateid), first.map(({ id }) => id)],
  });
  return [...first, ...later].sort((a, b) => Number(BigInt(a.position) - BigInt(b.position))).map(toEvent);
}

/** Claims this one event, unless it is relayed, claimed, not due, or behind another of its aggregate. */
export async function claimOne(tx: PoolClient, now: Date, id: string): Promise<StoredEvent | null> {
  const { rows } = await tx.query<Row>(CLAIM_THIS, [now, id]);
  return rows[0] ? toEvent(rows[0]) : null;
}

export async function markRelayed(tx: PoolClient, now: Date, ids: readonly string[]): Promise<void> {
  await tx.query('UPDATE outbox SET relayed_at = $1, last_error = NULL WHERE id = ANY ($2)', [now, ids]);
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
  };
}
