import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Page } from '@app/http';
import type { Pool } from 'pg';

/** A changed name that waits for a review. */
export interface NameReview {
  change_id: string;
  user_id: string;
  usertag: string;
  name_before: string;
  name: string;
  /** The BVN was verified with the name before, and no longer counts. */
  bvn_check_open: boolean;
  changed_at: Date;
}

/** Name changes, for staff. */
@Injectable()
export class NameChangesQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Oldest first. */
  async queue(page: number, perPage: number): Promise<Page<NameReview>> {
    const { rows } = await this.pool.query<NameReview & { total: number }>(
      `SELECT c.id AS change_id, c.user_id, u.usertag, c.from_first_name || ' ' || c.from_last_name AS name_before,
              c.to_first_name || ' ' || c.to_last_name AS name, c.changed_at,
              u.bvn_verified_at IS NULL AND EXISTS (SELECT FROM bvn_verifications v
                WHERE v.user_id = u.id AND v.status = 'verified') AS bvn_check_open,
              count(*) OVER ()::int AS total
         FROM name_changes c JOIN users u ON u.id = c.user_id
        WHERE c.status = 'pending' ORDER BY c.changed_at, c.id LIMIT $1 OFFSET $2`,
      [perPage, (page - 1) * perPage],
    );
    const listed = rows.map(({ total: _, ...row }) => row);
    return new Page(listed, rows[0]?.total ?? 0, page, perPage);
  }
}
