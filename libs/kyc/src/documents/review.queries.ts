import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import type { Pool } from 'pg';
import type { DocType } from '../levels/document-types.policy';
import type { DocumentStatus } from './document.states';

/** What staff should look at. */
export type ReviewFlag = 'same-picture' | 'same-number' | 'small-picture';

interface ReviewRow {
  id: string;
  user_id: string;
  usertag: string;
  name: string;
  country_code: string;
  account_type: string;
  kyc_level: number;
  doc_type: DocType;
  tier: number;
  status: DocumentStatus;
  pages: number;
  has_original: boolean;
  is_small: boolean;
  same_picture: boolean;
  same_number: boolean;
  is_final: boolean;
  reject_reason: string | null;
  staff_note: string | null;
  expires_on: string | null;
  claimed_by: string | null;
  claimed_until: Date | null;
  uploaded_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  erased_at: Date | null;
}

const SHARED = (column: string) =>
  `EXISTS (SELECT 1 FROM kyc_documents o WHERE o.${column} = d.${column} AND o.user_id <> d.user_id)`;

const QUEUE: Listing = {
  name: 'kyc-documents',
  rows: 'kyc_documents d',
  where: '($1::text IS NULL OR d.status = $1) AND ($2::uuid IS NULL OR d.user_id = $2)',
  order: 'd.uploaded_at, d.id',
  columns: `d.*, d.expires_on::text AS expires_on, u.usertag, u.country_code, u.account_type, u.kyc_level,
    coalesce(u.business_name, u.first_name || ' ' || u.last_name) AS name,
    ${SHARED('picture_hmac')} AS same_picture, ${SHARED('number_hmac')} AS same_number`,
  joins: 'JOIN users u ON u.id = d.user_id',
};

/** Documents as staff see them. */
@Injectable()
export class ReviewQueries {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Documents in this state or in all, the longest waiting first, of one person or of all. */
  async queue(status: DocumentStatus | null, userId: string | undefined, page: PageQuery, now: Date) {
    const found = await Page.read<ReviewRow>(this.pool, QUEUE, [status, userId ?? null], page);
    return found.map((row) => reviewView(row, now));
  }
}

function reviewView(row: ReviewRow, now: Date) {
  const isClaimed = row.claimed_until !== null && row.claimed_until > now;
  const flags: ReviewFlag[] = [
    ...(row.same_picture ? (['same-picture'] as const) : []),
    ...(row.same_number ? (['same-number'] as const) : []),
    ...(row.is_small ? (['small-picture'] as const) : []),
  ];
  return {
    document_id: row.id,
    user: {
      id: row.user_id,
      usertag: row.usertag,
      name: row.name,
      country_code: row.country_code,
      account_type: row.account_type,
      level: row.kyc_level,
    },
    doc_type: row.doc_type,
    tier: row.tier,
    status: row.status,
    pages: row.pages,
    has_original: row.has_original,
    flags,
    final: row.is_final,
    reject_reason: row.reject_reason,
    staff_note: row.staff_note,
    expires_on: row.expires_on,
    claimed_by: isClaimed ? row.claimed_by : null,
    claimed_until: isClaimed ? row.claimed_until : null,
    uploaded_at: row.uploaded_at,
    reviewed_by: row.reviewed_by,
    reviewed_at: row.reviewed_at,
    erased_at: row.erased_at,
  };
}
