import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { TeamRole } from '@app/http';
import type { Pool } from 'pg';
import { PUBLIC_NAME } from '../people/public-name.policy';

/** An account that a person may act for. */
export interface OwnAccount {
  accountId: string;
  name: string;
  usertag: string;
  accountType: 'personal' | 'business';
  role: TeamRole | 'owner';
}

export interface TeamMember {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: TeamRole | 'owner';
  twoFactor: boolean;
  joinedAt: Date | null;
}

/** Reads teams for responses. */
@Injectable()
export class TeamQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** The own account first, then those of whose team the person is a member and that are not frozen, by name. */
  async accountsOf(userId: string): Promise<OwnAccount[]> {
    const { rows } = await this.pool.query<OwnAccount>(
      `SELECT u.id AS "accountId", ${PUBLIC_NAME} AS name, u.usertag, u.account_type AS "accountType",
              coalesce(m.role, 'owner') AS role
         FROM users u LEFT JOIN team_members m ON m.account_id = u.id AND m.user_id = $1
        WHERE u.id = $1
           OR u.id IN (SELECT account_id FROM team_members WHERE user_id = $1) AND u.frozen_at IS NULL
        ORDER BY u.id <> $1, name, u.id`,
      [userId],
    );
    return rows;
  }

  /** The owner first, then the members in the order in which they joined. */
  async membersOf(accountId: string): Promise<TeamMember[]> {
    const { rows } = await this.pool.query<TeamMember>(
      `SELECT u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName", t.role,
              f.enabled_at IS NOT NULL AS "twoFactor", t.joined_at AS "joinedAt"
         FROM (SELECT $1::uuid AS user_id, 'owner' AS role, NULL::timestamptz AS joined_at
               UNION ALL SELECT user_id, role, joined_at FROM team_members WHERE account_id = $1) t
         JOIN users u ON u.id = t.user_id
         LEFT JOIN two_factors f ON f.id = u.id
        ORDER BY t.joined_at NULLS FIRST, u.id`,
      [accountId],
    );
    return rows;
  }
}
