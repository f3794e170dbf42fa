import { Inject, Injectable } from '@nestjs/common';
import { identifierOf } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery, type StaffRole } from '@app/http';
import { Clock, isUuid, notFound } from '@app/kernel';
import type { Pool } from 'pg';

/** An account in a list of results. */
export interface FoundUser {
  id: string;
  email: string;
  usertag: string;
  name: string;
  accountType: 'personal' | 'business';
  staffRole: StaffRole | null;
  frozen: boolean;
  createdAt: Date;
}

/** What staff see of an account beside its profile. */
export interface UserFile {
  staffRole: StaffRole | null;
  /** A set-up link for this role is open or expired unused. */
  invitedAs: StaffRole | null;
  phoneVerified: boolean;
  /** Open at this moment. */
  sessions: number;
  lastUsedAt: Date | null;
  /** Not revoked. */
  liveApps: number;
  testApps: number;
  legalHold: boolean;
  frozenAt: Date | null;
  frozenReason: string | null;
  /** Null where the owner froze the account. */
  frozenBy: { id: string; email: string } | null;
}

const FOUND: Listing = {
  name: 'users',
  rows: 'users u',
  where: 'u.id = $1::uuid OR u.email = $2 OR u.usertag = $3 OR u.phone = $4',
  order: 'u.created_at DESC, u.id DESC',
  columns: `u.id, u.email, u.usertag, coalesce(u.business_name, u.first_name || ' ' || u.last_name) AS name,
    u.account_type AS "accountType", u.staff_role AS "staffRole", u.frozen_at IS NOT NULL AS frozen,
    u.created_at AS "createdAt"`,
};

/** Reads accounts for staff: also frozen ones, and by addresses and phone numbers that are not proved. */
@Injectable()
export class UsersQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The newest first. A phone number that is not proved can be that of several accounts; digits may be a user tag. */
  find(q: string, page: PageQuery): Promise<Page<FoundUser>> {
    const values = [
      isUuid(q) ? q : null,
      identifierOf(q, 'email')?.value,
      identifierOf(q, 'usertag')?.value,
      identifierOf(q, 'phone')?.value,
    ];
    return Page.read(this.pool, FOUND, values, page);
  }

  /** Throws NOT_FOUND. */
  async fileOf(userId: string): Promise<UserFile> {
    const { rows } = await this.pool.query<UserFile>(
      `SELECT u.staff_role AS "staffRole", u.phone_verified_at IS NOT NULL AS "phoneVerified",
              u.legal_hold AS "legalHold", u.frozen_at AS "frozenAt", u.frozen_reason AS "frozenReason",
              CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'email', f.email) END AS "frozenBy",
              (SELECT role FROM staff_invitations WHERE user_id = u.id) AS "invitedAs",
              s.sessions, s.last_used_at AS "lastUsedAt", a.live AS "liveApps", a.test AS "testApps"
         FROM users u
         LEFT JOIN users f ON f.id = u.frozen_by,
         LATERAL (
           SELECT count(*) FILTER (WHERE ended_at IS NULL AND expires_at > $2)::int AS sessions,
                  max(last_used_at) AS last_used_at
             FROM sessions WHERE user_id = u.id
         ) s,
         LATERAL (
           SELECT count(*) FILTER (WHERE mode = 'live')::int AS live, count(*) FILTER (WHERE mode = 'test')::int AS test
             FROM merchant_apps WHERE owner_id = u.id AND revoked_at IS NULL
         ) a
        WHERE u.id = $1`,
      [userId, this.clock.now()],
    );
    if (!rows[0]) throw notFound('User');
    return rows[0];
  }
}
