import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';

export interface NewNotification {
  ownerId: string;
  eventId: string;
  type: string;
  title: string;
  body: string;
  data: object;
  at: Date;
}

/**
 * Takes the next ids of each account and inserts under them, once per event, type and account. All counters are raised
 * at once and in ascending order, so that relays never deadlock.
 */
const ADD = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[])
      WITH ORDINALITY AS g (owner_id, event_id, type, title, body, data, created_at, place)
  ), fresh AS (
    SELECT * FROM given g WHERE NOT EXISTS (
      SELECT 1 FROM notifications n
       WHERE n.owner_id = g.owner_id AND n.event_id = g.event_id AND n.type = g.type)
  ), counted AS (
    INSERT INTO notification_inboxes AS i (owner_id, last, unread)
    SELECT owner_id, count(*), count(*) FROM fresh GROUP BY owner_id ORDER BY owner_id
    ON CONFLICT (owner_id) DO UPDATE SET last = i.last + excluded.last, unread = i.unread + excluded.unread
    RETURNING owner_id, last
  )
  INSERT INTO notifications (owner_id, id, event_id, type, title, body, data, created_at)
  SELECT f.owner_id,
         c.last - count(*) OVER (PARTITION BY f.owner_id) + row_number() OVER (PARTITION BY f.owner_id ORDER BY f.place),
         f.event_id, f.type, f.title, f.body, f.data, f.created_at
    FROM fresh f JOIN counted c ON c.owner_id = f.owner_id`;

/** The notifications of all accounts. */
@Injectable()
export class InboxService {
  async add(tx: PoolClient, added: readonly NewNotification[]): Promise<void> {
    await tx.query({
      name: 'add_notifications',
      text: ADD,
      values: [
        added.map(({ ownerId }) => ownerId),
        added.map(({ eventId }) => eventId),
        added.map(({ type }) => type),
        added.map(({ title }) => title),
        added.map(({ body }) => body),
        added.map(({ data }) => JSON.stringify(data)),
        added.map(({ at }) => at),
      ],
    });
  }
}
