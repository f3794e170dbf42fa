import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Page } from '@app/http';
import type { Pool } from 'pg';
import { bvnDecided } from './bvn.errors';
import { BvnSecrets } from './bvn-secrets.service';
import { BvnVerifications } from './bvn-verification.repository';

/** A verification that waits for staff. */
export interface BvnReview {
  verification_id: string;
  user_id: string;
  usertag: string;
  /** `names`: one letter differs. `watch-list`: the registry marks the person. */
  why: string;
  started_at: Date;
}

/** Reviews of verifications, for staff. */
@Injectable()
export class BvnReviews {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly verifications: BvnVerifications,
    private readonly secrets: BvnSecrets,
  ) {}

  /** Oldest first, without names. */
  async queue(page: number, perPage: number): Promise<Page<BvnReview>> {
    const { rows } = await this.pool.query<BvnReview & { total: number }>(
      `SELECT v.id AS verification_id, v.user_id, u.usertag, v.outcome AS why, v.started_at,
              count(*) OVER ()::int AS total
         FROM bvn_verifications v JOIN users u ON u.id = v.user_id
        WHERE v.status = 'review' ORDER BY v.started_at, v.id LIMIT $1 OFFSET $2`,
      [perPage, (page - 1) * perPage],
    );
    return new Page(
      rows.map(({ total: _, ...row }) => row),
      rows[0]?.total ?? 0,
      page,
      perPage,
    );
  }

  /** The two names to compare. Throws NOT_FOUND, and INVALID_STATE where it is decided. */
  async show(id: string) {
    const verification = await this.verifications.byId(id);
    const { review } = this.secrets.detailsOf(verification);
    if (verification.status !== 'review' || !review) throw bvnDecided();
    const { userId: user_id, outcome: why, startedAt: started_at } = verification;
    return {
      verification_id: id,
      user_id,
      why,
      started_at,
      account_name: review.ours,
      registry_name: review.theirs,
    };
  }
}
