import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Page, type PageQuery, Place } from '@app/http';
import type { Pool } from 'pg';

/** A notification as its owner sees it. */
export interface NotificationView {
  /** Counts up per account, from 1. */
  id: number;
  type: string;
  title: string;
  body: string;
  data: object;
  read_at: Date | null;
  created_at: Date;
}

interface Row extends Omit<NotificationView, 'id'> {
  id: number | null;
  total: number;
  unread: number;
}

/** When a row of `notifications n` was read: by itself, or with all others up to a mark. */
const READ_AT = `coalesce(n.read_at, (SELECT m.read_at FROM notification_marks m
  WHERE m.owner_id = n.owner_id AND m.up_to >= n.id ORDER BY m.up_to LIMIT 1))`;

const NUMBER = /^\d{1,18}$/;

@Injectable()
export class NotificationQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Newest first. Ids have no gaps, so a page by number costs the same at any depth too. */
  async list(ownerId: string, query: PageQuery): Promise<Page<NotificationView, { unread_count: number }>> {
    const place = new Place('notifications', query, NUMBER);
    const { rows } = await this.pool.query<Row>({
      name: 'notifications',
      text: `SELECT i.last - i.forgotten_to AS total, i.unread, n.*
               FROM notification_inboxes i
               LEFT JOIN LATERAL (
                 SELECT n.id, n.type, n.title, n.body, n.data, ${READ_AT} AS read_at, n.created_at
                   FROM notifications n
                  WHERE n.owner_id = i.owner_id AND n.id < coalesce($4::bigint, i.last + 1) - $2::bigint
                  ORDER BY n.id DESC LIMIT $3
               ) n ON true
              WHERE i.owner_id = $1
              ORDER BY n.id DESC`,
      values: [ownerId, place.skip, place.size + 1, place.after?.[0]],
    });
    const { total = 0, unread = 0 } = rows[0] ?? {};
    const found = rows.filter(({ id }) => id !== null);
    const data = found.slice(0, place.size).map(viewOf);
    const next = found.length > place.size ? [String(data.at(-1)!.id)] : null;
    return new Page(data, total, place, next, { unread_count: unread });
  }

  async unreadCount(ownerId: string): Promise<number> {
    const { rows } = await this.pool.query<{ unread: number }>({
      name: 'unread_notifications',
      text: 'SELECT unread FROM notification_inboxes WHERE owner_id = $1',
      values: [ownerId],
    });
    return rows[0]?.unread ?? 0;
  }

  /** When it was read; undefined where the account has no such notification. */
  async readAt(ownerId: string, id: number): Promise<Date | null | undefined> {
    const { rows } = await this.pool.query<{ read_at: Date | null }>(
      `SELECT ${READ_AT} AS read_at FROM notifications n WHERE n.owner_id = $1 AND n.id = $2`,
      [ownerId, id],
    );
    return rows[0]?.read_at;
  }
}

function viewOf({ id, type, title, body, data, read_at, created_at }: Row): NotificationView {
  return { id: id!, type, title, body, data, read_at, created_at };
}
