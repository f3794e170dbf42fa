import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
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

const QUEUE: Listing = {
  name: 'name-changes',
  rows: 'name_changes c',
  where: `c.status = 'pending'`,
  order: 'c.changed_at, c.id',
  columns: `c.id AS change_id, c.user_id, u.usertag, c.from_first_name || ' ' || c.from_last_name AS name_before,
    c.to_first_name || ' ' || c.to_last_name AS name, c.changed_at,
    u.bvn_verified_at IS NULL AND EXISTS (SELECT FROM bvn_verifications v
      WHERE v.user_id = u.id AND v.status = 'verified') AS bvn_check_open`,
  joins: 'JOIN users u ON u.id = c.user_id',
};

/** Name changes, for staff. */
@Injectable()
export class NameChangesQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Oldest first. */
  queue(page: PageQuery): Promise<Page<NameReview>> {
    return Page.read(this.pool, QUEUE, [], page);
  }
}
