import { Inject, Injectable } from '@nestjs/common';
import { arrayOf, BatchLoader, inOrder, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import type { OwedAmounts, StaffRole, TeamRole, UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { SessionCacheService } from './session-cache.service';

interface SessionKey {
  sessionId: string;
  userId: string;
}

/** An open session as its owner sees it. */
export interface OpenSession {
  id: string;
  device: string | null;
  ip: string;
  last_used_at: Date;
}

const MAX_LISTED = 100;

interface Row {
  ord: string;
  /** Null: the person's own. */
  account_id: string | null;
  team_role: TeamRole | null;
  account_type: UserCaller['accountType'];
  staff_role: StaffRole | null;
  two_factor: boolean;
  proved_at: Date | null;
  email_verified: boolean;
  expires_at: Date;
  owed: OwedAmounts | null;
}

/** Reads the sessions that are not cached for the request guard, those of concurrent requests in one query. */
@Injectable()
export class SessionQueries {
  private readonly callers = new BatchLoader((keys: SessionKey[]) => this.load(keys));

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly cache: SessionCacheService,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller of the session; null once it ended, the user or the account that it acts for was frozen, or the user is no
   * member of that account any more.
   */
  callerOf(sessionId: string, userId: string): Promise<UserCaller | null> {
    const known = this.cache.find(userId, sessionId, this.clock.now());
    return known ? Promise.resolve(known) : this.callers.read({ sessionId, userId });
  }

  /** Open sessions of a person, the last used first; at most 100. */
  async openOf(userId: string): Promise<OpenSession[]> {
    const { rows } = await this.pool.query<OpenSession>(
      `SELECT id, device, ip, last_used_at FROM sessions
        WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY last_used_at DESC, id DESC LIMIT $3`,
      [userId, this.clock.now(), MAX_LISTED],
    );
    return rows;
  }

  private async load(keys: SessionKey[]): Promise<(UserCaller | null)[]> {
    const { moment } = this.cache;
    const { rows } = await this.pool.query<Row>({
      ...QUERY_TIMEOUT,
      name: 'session_callers',
      text: `SELECT k.ord, s.account_id, m.role AS team_role, coalesce(a.account_type, u.account_type) AS account_type,
                    CASE WHEN s.account_id IS NULL THEN u.staff_role END AS staff_role,
                    t.enabled_at IS NOT NULL AS two_factor, s.proved_at, s.expires_at,
                    CASE WHEN s.account_id IS NULL THEN u.owed ELSE a.owed END AS owed,
                    u.email_verified_at IS NOT NULL AND (s.account_id IS NULL OR a.email_verified_at IS NOT NULL)
                      AS email_verified
               FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(session_id, user_id, ord)
               JOIN sessions s ON s.id = k.session_id AND s.user_id = k.user_id
               JOIN users u ON u.id = s.user_id
               LEFT JOIN two_factors t ON t.id = s.user_id
               LEFT JOIN team_members m ON m.account_id = s.account_id AND m.user_id = s.user_id
               LEFT JOIN users a ON a.id = m.account_id AND a.frozen_at IS NULL
              WHERE s.ended_at IS NULL AND s.expires_at > $3 AND u.frozen_at IS NULL
                AND (s.account_id IS NULL OR a.id IS NOT NULL)`,
      values: [
        arrayOf('uuid', keys, ({ sessionId }) => sessionId),
        arrayOf('uuid', keys, ({ userId }) => userId),
        this.clock.now(),
      ],
    });
    return inOrder(keys.length, rows).map((row, i) => {
      if (!row) return null;
      const caller = callerOf(keys[i]!, row);
      this.cache.keep(caller, row.expires_at, moment);
      return caller;
    });
  }
}

function callerOf({ sessionId, userId }: SessionKey, row: Row): UserCaller {
  return {
    kind: 'user',
    userId,
    sessionId,
    accountId: row.account_id ?? userId,
    teamRole: row.team_role,
    accountType: row.account_type,
    staffRole: row.staff_role,
    twoFactorEnabled: row.two_factor,
    provedAt: row.proved_at,
    emailVerified: row.email_verified,
    ...(row.owed && { owed: row.owed }),
  };
}
