import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { StaffRole } from '@app/http';
import type { Pool } from 'pg';

/** What waits for staff of a role. */
export interface WaitingWork {
  role: StaffRole;
  reviews: number;
  approvals: number;
  /** The latest arrival; null where nothing waits. */
  latest: Date | null;
}

const REVIEWS = [
  `SELECT uploaded_at FROM kyc_documents WHERE status = 'pending'`,
  `SELECT submitted_at FROM kyb_submissions WHERE status = 'pending'`,
  `SELECT started_at FROM bvn_verifications WHERE status = 'review'`,
  `SELECT changed_at FROM name_changes WHERE status = 'pending'`,
  `SELECT proposed_at FROM brands WHERE name_status = 'pending'`,
].join(' UNION ALL ');

/** Counts the work of staff and remembers what was reported to them. */
@Injectable()
export class WaitingWorkQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Of the roles that review or approve. */
  async all(now: Date): Promise<WaitingWork[]> {
    const { rows } = await this.pool.query<WaitingWork>(
      `WITH review(at) AS (${REVIEWS})
       SELECT role, r.reviews, h.approvals, greatest(r.latest, h.latest) AS latest
         FROM unnest(ARRAY['finance', 'compliance', 'admin']) AS role,
         LATERAL (SELECT count(*)::int AS reviews, max(at) AS latest FROM review WHERE role = 'compliance') r,
         LATERAL (
           SELECT count(*)::int AS approvals, max(made_at) AS latest FROM held_actions
            WHERE status = 'awaiting_approval' AND expires_at > $1 AND role = ANY (approver_roles)
         ) h`,
      [now],
    );
    return rows;
  }

  /** Until when arrivals have been reported to the role. */
  async reportedUntil(role: StaffRole): Promise<Date | null> {
    const { rows } = await this.pool.query<{ until: Date }>(
      'SELECT reported_until AS until FROM staff_work_reports WHERE role = $1',
      [role],
    );
    return rows[0]?.until ?? null;
  }
}
