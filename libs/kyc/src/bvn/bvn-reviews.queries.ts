import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { notFound } from '@app/kernel';
import type { Pool } from 'pg';
import { bvnDecided } from './bvn.errors';
import { BvnSecretsService } from './bvn-secrets.service';

/** A verification that waits for staff. */
export interface BvnReview {
  verification_id: string;
  user_id: string;
  usertag: string;
  /** `names`: one letter differs. `watch-list`: the registry marks the person. */
  why: string;
  started_at: Date;
}

interface ReviewRow extends Pick<BvnReview, 'user_id' | 'why' | 'started_at'> {
  status: string;
  detailsCiphertext: Buffer | null;
}

const QUEUE: Listing = {
  name: 'bvn-verifications',
  rows: 'bvn_verifications v',
  where: `v.status = 'review'`,
  order: 'v.started_at, v.id',
  columns: 'v.id AS verification_id, v.user_id, u.usertag, v.outcome AS why, v.started_at',
  joins: 'JOIN users u ON u.id = v.user_id',
};

/** Reviews of verifications, for staff. */
@Injectable()
export class BvnReviewsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly secrets: BvnSecretsService,
  ) {}

  /** Oldest first, without names. */
  queue(page: PageQuery): Promise<Page<BvnReview>> {
    return Page.read(this.pool, QUEUE, [], page);
  }

  /** The account that a verification is of; null where there is none. */
  async personOf(id: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      'SELECT user_id FROM bvn_verifications WHERE id = $1',
      [id],
    );
    return rows[0]?.user_id ?? null;
  }

  /** The two names to compare. Throws NOT_FOUND, and INVALID_STATE where it is decided. */
  async show(id: string) {
    const { rows } = await this.pool.query<ReviewRow>(
      `SELECT user_id, status, outcome AS why, started_at, details_ciphertext AS "detailsCiphertext"
         FROM bvn_verifications WHERE id = $1`,
      [id],
    );
    if (!rows[0]) throw notFound('BVN verification');
    const { status, detailsCiphertext, ...row } = rows[0];
    const { review } = this.secrets.detailsOf({ id, detailsCiphertext });
    if (status !== 'review' || !review) throw bvnDecided();
    return { verification_id: id, ...row, account_name: review.ours, registry_name: review.theirs };
  }
}
