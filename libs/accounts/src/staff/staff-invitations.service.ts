import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { StaffRole } from '@app/http';
import { addSeconds, Clock, randomToken, sha256 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';

const LIFETIME_SECONDS = 24 * 3600;

/** A link that may still be used. */
export interface OpenInvitation {
  userId: string;
  email: string;
  role: StaffRole;
}

/** Set-up links of staff: 24 hours, one use, one per account. The token is stored as its SHA-256. */
@Injectable()
export class StaffInvitationsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Stages a link, which takes the place of an earlier one of the account, and returns its token. */
  issue(userId: string, role: StaffRole): { token: string; expiresAt: Date } {
    const now = this.clock.now();
    const token = randomToken();
    const expiresAt = addSeconds(now, LIFETIME_SECONDS);
    this.unit.stage({
      sql: `INSERT INTO staff_invitations (user_id, role, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (user_id) DO UPDATE SET role = $2, token_hash = $3, created_at = $4, expires_at = $5`,
      parameters: [userId, role, sha256(token), now, expiresAt],
      expectedRows: 1,
    });
    return { token, expiresAt };
  }

  /** What the token is for; null where it is unknown, replaced, used or expired, or the account is frozen. */
  async openedBy(token: string): Promise<OpenInvitation | null> {
    const { rows } = await this.pool.query<OpenInvitation>(
      `SELECT i.user_id AS "userId", u.email, i.role FROM staff_invitations i JOIN users u ON u.id = i.user_id
        WHERE i.token_hash = $1 AND i.expires_at > $2 AND u.frozen_at IS NULL`,
      [sha256(token), this.clock.now()],
    );
    return rows[0] ?? null;
  }

  /** Stages the use. Of two uses at once one commits; the other starts over and finds it used. */
  spend(token: string): void {
    this.unit.stage({
      sql: 'DELETE FROM staff_invitations WHERE token_hash = $1 AND expires_at > $2',
      parameters: [sha256(token), this.clock.now()],
      expectedRows: 1,
    });
  }

  async existsFor(userId: string): Promise<boolean> {
    const { rows } = await this.pool.query('SELECT 1 FROM staff_invitations WHERE user_id = $1', [userId]);
    return rows.length > 0;
  }

  /** Stages the end of any link of the account. */
  discard(userId: string): void {
    this.unit.stage({ sql: 'DELETE FROM staff_invitations WHERE user_id = $1', parameters: [userId] });
  }
}
