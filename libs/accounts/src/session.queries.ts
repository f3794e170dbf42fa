import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { StaffRole, UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';

/** Reads sessions as the gates need them. */
@Injectable()
export class SessionQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Who the session speaks for; null once it ended or its person was frozen. */
  async callerOf(sessionId: string, userId: string): Promise<UserCaller | null> {
    const { rows } = await this.pool.query<{
      account_type: UserCaller['accountType'];
      staff_role: StaffRole | null;
      two_factor: boolean;
    }>({
      name: 'session_caller',
      text: `SELECT u.account_type, u.staff_role, t.enabled_at IS NOT NULL AS two_factor
               FROM sessions s
               JOIN users u ON u.id = s.user_id
               LEFT JOIN two_factors t ON t.id = s.user_id
              WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3 AND u.frozen_at IS NULL`,
      values: [sessionId, userId, this.clock.now()],
    });
    const row = rows[0];
    if (!row) return null;
    return {
      kind: 'user',
      userId,
      sessionId,
      accountType: row.account_type,
      staffRole: row.staff_role,
      twoFactorEnabled: row.two_factor,
    };
  }
}
