import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { TeamRole } from '@app/http';
import { Clock, isUuid } from '@app/kernel';
import { CountLimits, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { SessionCacheService } from '../sessions/session-cache.service';
import { SessionRepository } from '../sessions/session.repository';
import { memberAlready, tooManyMembers, tooManyMemberships } from './team.errors';

const MAX_MEMBERS = 50;
const MAX_MEMBERSHIPS = 20;

/** One person in one team. */
export interface Membership {
  accountId: string;
  userId: string;
  role: TeamRole;
}

/** The members of the accounts of businesses. Owners have no row. */
@Injectable()
export class TeamMembersStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly limits: CountLimits,
    private readonly sessions: SessionRepository,
    private readonly cache: SessionCacheService,
    private readonly clock: Clock,
  ) {}

  /** Null where the person is no member. */
  async find(accountId: string, userId: string): Promise<Membership | null> {
    if (!isUuid(accountId) || !isUuid(userId)) return null;
    const { rows } = await this.pool.query<{ role: TeamRole }>(
      'SELECT role FROM team_members WHERE account_id = $1 AND user_id = $2',
      [accountId, userId],
    );
    return rows[0] ? { accountId, userId, role: rows[0].role } : null;
  }

  async hasAddress(accountId: string, email: string): Promise<boolean> {
    const { rows } = await this.pool.query(
      'SELECT 1 FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.account_id = $1 AND u.email = $2',
      [accountId, email],
    );
    return rows.length > 0;
  }

  /** Makes the command start over where the membership ends or gets another role before it commits. */
  hold({ accountId, userId, role }: Membership): void {
    this.unit.stage({
      sql: 'SELECT 1 FROM team_members WHERE account_id = $1 AND user_id = $2 AND role = $3 FOR SHARE',
      parameters: [accountId, userId, role],
      expectedRows: 1,
    });
  }

  /** Throws LIMIT_REACHED where the team or the person has too many memberships, also with concurrent ones. */
  async requireRoom({ accountId, userId }: Pick<Membership, 'accountId' | 'userId'>): Promise<void> {
    await this.limits.require<{ members: number; memberships: number }>({
      lock: [`team of ${accountId}`, `memberships of ${userId}`],
      sql: `SELECT (SELECT count(*)::int FROM team_members WHERE account_id = $1) AS members,
                   (SELECT count(*)::int FROM team_members WHERE user_id = $2) AS memberships`,
      parameters: [accountId, userId],
      limits: {
        members: { max: MAX_MEMBERS, refusal: () => tooManyMembers(MAX_MEMBERS) },
        memberships: { max: MAX_MEMBERSHIPS, refusal: () => tooManyMemberships(MAX_MEMBERSHIPS) },
      },
    });
  }

  add({ accountId, userId, role }: Membership, invitedBy: string): void {
    this.unit.stage({
      sql: `INSERT INTO team_members (account_id, user_id, role, invited_by, joined_at) VALUES ($1, $2, $3, $4, $5)`,
      parameters: [accountId, userId, role, invitedBy, this.clock.now()],
      expectedRows: 1,
      refusals: { team_members_pkey: memberAlready },
    });
  }

  setRole({ accountId, userId, role }: Membership, next: TeamRole): void {
    this.unit.stage({
      sql: 'UPDATE team_members SET role = $4 WHERE account_id = $1 AND user_id = $2 AND role = $3',
      parameters: [accountId, userId, role, next],
      expectedRows: 1,
    });
    this.cache.forgetAfterCommit(userId);
  }

  /** Stages the end of a membership, and of all sessions in which the person acts for the account. */
  remove({ accountId, userId, role }: Membership): void {
    this.unit.stage({
      sql: 'DELETE FROM team_members WHERE account_id = $1 AND user_id = $2 AND role = $3',
      parameters: [accountId, userId, role],
      expectedRows: 1,
    });
    this.sessions.endActing(userId, accountId, 'left-team');
  }

  /** Stages the end of the team of an account that closes, and of all memberships of its holder. */
  removeAll(accountId: string): void {
    this.unit.stage({
      sql: 'DELETE FROM team_members WHERE account_id = $1 OR user_id = $1',
      parameters: [accountId],
    });
  }
}
