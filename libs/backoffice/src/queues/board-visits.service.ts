import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import type { StaffRole, UserCaller } from '@app/http';
import { addSeconds, Clock, randomToken, sha256 } from '@app/kernel';
import type { Pool } from 'pg';

const TICKET_SECONDS = 60;
export const COOKIE_SECONDS = 900;

export interface Visitor {
  staffId: string;
  role: StaffRole;
}

/** A link to the board that works once. */
export interface Invitation {
  ticket: string;
  expiresAt: Date;
}

/**
 * Grants access to the queue board in a browser. A link that works once is exchanged for a cookie; both are
 * stored as hashes and end with the staff session that requested them.
 */
@Injectable()
export class BoardVisitsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Stages the invitation in the current unit of work. */
  invite({ userId, sessionId }: UserCaller): Invitation {
    const now = this.clock.now();
    const ticket = randomToken();
    const expiresAt = addSeconds(now, TICKET_SECONDS);
    this.unit.stage({ sql: 'DELETE FROM queue_board_visits WHERE expires_at <= $1', parameters: [now] });
    this.unit.stage({
      sql: `INSERT INTO queue_board_visits (ticket_hash, staff_id, session_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
      parameters: [sha256(ticket), userId, sessionId, now, expiresAt],
    });
    return { ticket, expiresAt };
  }

  /** Exchanges a ticket for a cookie; null where the ticket is unknown, used or expired. */
  async admit(ticket: string): Promise<string | null> {
    const now = this.clock.now();
    const cookie = randomToken();
    const { rowCount } = await this.pool.query(
      `UPDATE queue_board_visits SET cookie_hash = $2, expires_at = $3
        WHERE ticket_hash = $1 AND cookie_hash IS NULL AND expires_at > $4`,
      [sha256(ticket), sha256(cookie), addSeconds(now, COOKIE_SECONDS), now],
    );
    return rowCount === 1 ? cookie : null;
  }

  /** The visitor of a cookie, while the session is valid and the user is staff with a second factor. */
  async visitorOf(cookie: string): Promise<Visitor | null> {
    const { rows } = await this.pool.query<Visitor>(
      `SELECT v.staff_id AS "staffId", u.staff_role AS role
         FROM queue_board_visits v
         JOIN sessions s ON s.id = v.session_id AND s.user_id = v.staff_id AND s.ended_at IS NULL AND s.expires_at > $2
         JOIN users u ON u.id = v.staff_id AND u.frozen_at IS NULL AND u.staff_role IS NOT NULL
         JOIN two_factors t ON t.id = v.staff_id AND t.enabled_at IS NOT NULL
        WHERE v.cookie_hash = $1 AND v.expires_at > $2`,
      [sha256(cookie), this.clock.now()],
    );
    return rows[0] ?? null;
  }
}
