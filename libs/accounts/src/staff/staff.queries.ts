import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { StaffRole } from '@app/http';
import type { Pool } from 'pg';

export interface StaffMember {
  email: string;
  /** Null before the set-up link is used. */
  role: StaffRole | null;
  secondFactor: boolean;
  frozen: boolean;
  /** Of the set-up link, where one is open or expired unused. */
  invitedAs: StaffRole | null;
  invitedUntil: Date | null;
}

/** Accounts with a staff role or a set-up link. */
@Injectable()
export class StaffQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** By e-mail address. */
  async list(): Promise<StaffMember[]> {
    const { rows } = await this.pool.query<StaffMember>(
      `SELECT u.email, u.staff_role AS role, t.enabled_at IS NOT NULL AS "secondFactor",
              u.frozen_at IS NOT NULL AS frozen, i.role AS "invitedAs", i.expires_at AS "invitedUntil"
         FROM (SELECT id FROM users WHERE staff_role IS NOT NULL UNION SELECT user_id FROM staff_invitations) staff
         JOIN users u ON u.id = staff.id
         LEFT JOIN two_factors t ON t.id = u.id
         LEFT JOIN staff_invitations i ON i.user_id = u.id
        ORDER BY u.email`,
    );
    return rows;
  }
}
