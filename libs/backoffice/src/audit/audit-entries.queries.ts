import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import type { Pool } from 'pg';

export interface AuditFilter {
  /** Null: entries of all staff, and of the service itself. */
  staffId: string | null;
  /** An action, or the section before its dot. */
  action: string | null;
  subject: string | null;
  from: Date | null;
  /** The entries end before this time. */
  to: Date | null;
}

export interface AuditEntryView {
  id: string;
  /** Null: the service itself. */
  staff_id: string | null;
  action: string;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  address: string;
  request_id: string;
  created_at: Date;
  /** Place in the hash chain; null for about a second, until the entry is sealed. */
  position: number | null;
}

/** An entry of a list, with the name of the member of staff; null: the service itself. */
export interface NamedAuditEntry extends AuditEntryView {
  staff_name: string | null;
}

/** A sealed entry, with its hash in hex. */
export interface SealedEntry extends AuditEntryView {
  hash: string;
}

const FIELDS = `e.id, e.staff_id, e.action, e.subject, e.before, e.after, e.reason, e.address, e.request_id, e.created_at,
                s.position::float8 AS position`;
const MATCHES = `($1::uuid IS NULL OR e.staff_id = $1) AND ($2::text IS NULL OR e.action = $2 OR starts_with(e.action, $2 || '.'))
             AND ($3::text IS NULL OR e.subject = $3) AND ($4::timestamptz IS NULL OR e.created_at >= $4)
             AND ($5::timestamptz IS NULL OR e.created_at < $5)`;
/** Entries of a list that are counted and have page numbers; a longer one is narrowed by a filter or read by cursor. */
export const MAX_LISTED = 10_000;
/** Rows of an export read at once. */
const BATCH = 1000;

const LIST: Listing = {
  name: 'audit',
  rows: 'audit_log e',
  where: MATCHES,
  order: 'e.created_at DESC, e.id DESC',
  columns: `${FIELDS}, u.first_name || ' ' || u.last_name AS staff_name`,
  joins: 'LEFT JOIN ledger.audit_seals s ON s.entry_id = e.id LEFT JOIN users u ON u.id = e.staff_id',
  maxTotal: MAX_LISTED,
};
/** `total_is_capped`: whether there are more entries than are listed. */
export type AuditPage = Page<NamedAuditEntry, { total_is_capped: boolean }>;

/** Reads the audit log. */
@Injectable()
export class AuditEntriesQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Newest first. `total` counts up to `MAX_LISTED`. */
  list(filter: AuditFilter, page: PageQuery): Promise<AuditPage> {
    return Page.read(this.pool, LIST, valuesOf(filter), page);
  }

  /** The last position in the hash chain; 0 where nothing is sealed. */
  async lastPosition(): Promise<number> {
    const { rows } = await this.pool.query<{ last: number }>(
      'SELECT coalesce(max(position), 0)::float8 AS last FROM ledger.audit_seals',
    );
    return rows[0]!.last;
  }

  /** Number of entries sealed up to `last`, counted up to `limit`. */
  async countSealed(filter: AuditFilter, last: number, limit: number): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT 1 FROM audit_log e JOIN ledger.audit_seals s ON s.entry_id = e.id
          WHERE ${MATCHES} AND s.position <= $6 LIMIT $7) found`,
      [...valuesOf(filter), last, limit],
    );
    return rows[0]!.count;
  }

  /**
   * The entries sealed up to `last`, oldest first. They can no longer change, so this needs no snapshot and holds no
   * connection while the reader is slow.
   */
  async *sealed(filter: AuditFilter, last: number): AsyncGenerator<SealedEntry> {
    let after: [time: string | null, id: string | null] = [null, null];
    for (;;) {
      const { rows } = await this.pool.query<SealedEntry & { time: string }>(
        `SELECT ${FIELDS}, encode(s.hash, 'hex') AS hash, e.created_at::text AS time
           FROM audit_log e JOIN ledger.audit_seals s ON s.entry_id = e.id
          WHERE ${MATCHES} AND s.position <= $6
            AND ($7::timestamptz IS NULL OR (e.created_at, e.id) > ($7, $8::uuid))
          ORDER BY e.created_at, e.id LIMIT $9`,
        [...valuesOf(filter), last, ...after, BATCH],
      );
      yield* rows;
      if (rows.length < BATCH) return;
      const { time, id } = rows.at(-1)!;
      after = [time, id];
    }
  }
}

function valuesOf({ staffId, action, subject, from, to }: AuditFilter) {
  return [staffId, action, subject, from, to];
}
