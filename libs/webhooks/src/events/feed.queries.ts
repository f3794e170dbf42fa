import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { isUuid } from '@app/kernel';
import type { Pool } from 'pg';
import { isOnRequest } from './is-subscribed.policy';

/** How many numbers one read searches for events of the requested types. */
const WINDOW = 10_000;

/** A reader's position: after this number and after this repetition. */
export interface FeedPosition {
  after: number;
  /** null: the reader requests no repetitions. */
  resentAfter: number | null;
}

export interface FeedPageRequest extends FeedPosition {
  /** null: all. */
  types: readonly string[] | null;
  limit: number;
}

export interface FeedEvent {
  id: string;
  /** Gap-free per app, in commit order. */
  sequence: number;
  event: string;
  data: object;
  timestamp: number;
  created_at: string;
  /** The object of the event, and the event's number for that object; null without an object. */
  object_id: string | null;
  object_sequence: number | null;
  /** Whether only endpoints that name the event are subscribed to it. */
  on_request: boolean;
}

export interface FeedPage {
  data: FeedEvent[];
  /** The `after` of the next request; unchanged when there are no events. */
  next_after: number;
  has_more: boolean;
  /** The lowest stored number; null without events. */
  oldest: number | null;
  /** Events for which a resend was requested, in the order of the requests. */
  resent: FeedEvent[];
  next_resent_after: number;
}

interface Row {
  id: string;
  sequence: number;
  body: string;
  created_at: string;
  object_id: string | null;
  object_sequence: number | null;
  /** Number of the repetition. */
  number: number;
}

const EVENT = `'id', e.event_id, 'sequence', e.sequence, 'body', e.body, 'created_at', e.created_at,
  'object_id', e.object_id, 'object_sequence', e.object_sequence`;
const WANTED = `e.app_id = $1 AND ($3::text[] IS NULL OR e.event = ANY ($3))`;

/**
 * One statement, so that the counter and the events are of the same snapshot. An app's numbers are committed in
 * order, so events after the last one read come later.
 */
const READ = `
  WITH kept AS (
    SELECT coalesce((SELECT last FROM app_event_counters WHERE app_id = $1), 0) AS last,
           coalesce((SELECT resends FROM app_event_counters WHERE app_id = $1), 0) AS resends,
           (SELECT sequence FROM app_events WHERE app_id = $1 ORDER BY sequence LIMIT 1) AS oldest
  ), start AS (
    SELECT least(greatest($2::bigint, coalesce(oldest, last + 1) - 1), last) AS after FROM kept
  )
  SELECT kept.last::float8 AS last, kept.resends::float8 AS resends, kept.oldest::float8 AS oldest, start.after::float8 AS after,
    (SELECT coalesce(json_agg(row.event), '[]') FROM (
       SELECT json_build_object(${EVENT}) AS event FROM app_events e
        WHERE ${WANTED} AND e.sequence > start.after AND e.sequence <= start.after + ${WINDOW}
        ORDER BY e.sequence LIMIT $4) row) AS events,
    (SELECT coalesce(json_agg(row.event), '[]') FROM (
       SELECT json_build_object(${EVENT}, 'number', r.number) AS event
         FROM app_event_resends r JOIN app_events e ON e.app_id = r.app_id AND e.event_id = r.event_id
        WHERE ${WANTED} AND r.app_id = $1 AND r.number > $5
        ORDER BY r.number LIMIT $4) row) AS resent
    FROM kept, start`;

/** Reads the numbered events of an app. */
@Injectable()
export class FeedQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** The current end of an app's feed. */
  async end(appId: string): Promise<{ after: number; resentAfter: number }> {
    const { rows } = await this.pool.query<{ last: string; resends: string }>({
      name: 'feed_end',
      text: 'SELECT last, resends FROM app_event_counters WHERE app_id = $1',
      values: [appId],
    });
    return { after: Number(rows[0]?.last ?? 0), resentAfter: Number(rows[0]?.resends ?? 0) };
  }

  /** The events after a position. A position after the end of the feed counts as the end. */
  async page(appId: string, { after, resentAfter, types, limit }: FeedPageRequest): Promise<FeedPage> {
    const { rows } = await this.pool.query<{
      last: number;
      resends: number;
      oldest: number | null;
      after: number;
      events: Row[];
      resent: Row[];
    }>({
      name: 'feed_page',
      text: READ,
      values: [appId, after, types, limit, resentAfter],
    });
    const { last, resends, oldest, events, resent, after: start } = rows[0]!;
    const isFull = (found: Row[]) => found.length === limit;
    const nextAfter = isFull(events) ? events.at(-1)!.sequence : Math.min(last, start + WINDOW);
    return {
      data: events.map(viewOf),
      next_after: nextAfter,
      has_more: nextAfter < last,
      oldest,
      resent: resent.map(viewOf),
      next_resent_after: isFull(resent) ? resent.at(-1)!.number : resends,
    };
  }

  /** One numbered event of the app; null where it does not exist or was purged. */
  async event(appId: string, id: string): Promise<FeedEvent | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.pool.query<{ event: Row }>(
      `SELECT json_build_object(${EVENT}) AS event FROM app_events e WHERE e.app_id = $1 AND e.event_id = $2`,
      [appId, id],
    );
    return rows[0] ? viewOf(rows[0].event) : null;
  }
}

function viewOf({ id, sequence, body, created_at, object_id, object_sequence }: Row): FeedEvent {
  const { event, data, timestamp } = JSON.parse(body) as Pick<FeedEvent, 'event' | 'data' | 'timestamp'>;
  return {
    id,
    sequence,
    event,
    data,
    timestamp,
    created_at: new Date(created_at).toISOString(),
    object_id,
    object_sequence,
    on_request: isOnRequest(event),
  };
}
