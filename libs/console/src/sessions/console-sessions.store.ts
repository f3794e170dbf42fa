import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, randomToken, sha256 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

/** A browser that is signed in. */
export interface ConsoleVisit {
  sessionId: string;
  userId: string;
  isStaff: boolean;
}

const SIGNED_IN = `SELECT s.id AS "sessionId", s.user_id AS "userId", u.staff_role IS NOT NULL AS "isStaff"
  FROM console_cookies c
  JOIN sessions s ON s.id = c.session_id AND s.ended_at IS NULL AND s.expires_at > $2
  JOIN users u ON u.id = s.user_id
 WHERE c.hash = $1
   AND c.seen_at > $2::timestamptz - CASE WHEN u.staff_role IS NULL THEN interval '2 hours' ELSE interval '30 minutes' END`;

/** Browsers that are signed in to the console. A cookie is stored as its hash; it ends with its session, and unused after 2 hours, of staff after 30 minutes. */
@Injectable()
export class ConsoleSessionsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Stages the cookie of a session and returns its value. */
  open(sessionId: string): string {
    const cookie = randomToken();
    this.unit.stage({
      sql: 'INSERT INTO console_cookies (session_id, hash, seen_at) VALUES ($1, $2, $3)',
      parameters: [sessionId, sha256(cookie), this.clock.now()],
      expectedRows: 1,
    });
    return cookie;
  }

  /** The visit of a cookie; null where it is unknown or has ended. */
  async find(cookie: string): Promise<ConsoleVisit | null> {
    const { rows } = await this.pool.query<ConsoleVisit>(SIGNED_IN, [sha256(cookie), this.clock.now()]);
    return rows[0] ?? null;
  }

  /** Records that the browser is in use. */
  async touch({ sessionId }: ConsoleVisit): Promise<void> {
    await this.pool.query('UPDATE console_cookies SET seen_at = $2 WHERE session_id = $1', [
      sessionId,
      this.clock.now(),
    ]);
  }
}
