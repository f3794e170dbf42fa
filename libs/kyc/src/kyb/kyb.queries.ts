import { Inject, Injectable } from '@nestjs/common';
import type { ReviewStatus, User } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { Clock, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import type { DocumentStatus } from '../documents/document.states';
import { KybSecretsService } from './kyb-secrets.service';
import type { KybSubmissionStatus } from './kyb-submission.states';

/** A pending submission without what is sealed. */
export interface KybQueueEntry {
  submission_id: string;
  user_id: string;
  usertag: string;
  business_name: string | null;
  country_code: string;
  submitted_at: Date;
  /** A member of staff who is at work on it; null after 15 minutes. */
  claimed_by: string | null;
  claimed_until: Date | null;
}

interface SubmissionRow {
  id: string;
  status: KybSubmissionStatus;
  country_code: string;
  detailsCiphertext: Buffer | null;
  submitted_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
  staff_note: string | null;
  is_final: boolean;
  /** Other accounts that submitted the same registration number. */
  same_registration: string[];
}

interface ReviewedBusiness {
  user_id: string;
  usertag: string;
  business_name: string | null;
  account_type: User['accountType'];
  country_code: string;
  kyb_status: ReviewStatus;
  frozen: boolean;
}

interface RegistrationCertificate {
  document_id: string;
  status: DocumentStatus;
  pages: number;
  uploaded_at: Date;
  reviewed_at: Date | null;
  expires_on: string | null;
}

const MAX_SHOWN = 20;

/** $1: the present. */
const QUEUE: Listing = {
  name: 'kyb-submissions',
  rows: 'kyb_submissions s',
  where: `s.status = 'pending'`,
  order: 's.submitted_at, s.id',
  columns: `s.id AS submission_id, s.user_id, u.usertag, u.business_name, s.country_code, s.submitted_at,
    CASE WHEN s.claimed_until > $1 THEN s.claimed_by END AS claimed_by,
    CASE WHEN s.claimed_until > $1 THEN s.claimed_until END AS claimed_until`,
  joins: 'JOIN users u ON u.id = s.user_id',
};

/** Submissions of businesses, for staff. */
@Injectable()
export class KybQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly secrets: KybSecretsService,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. */
  queue(page: PageQuery): Promise<Page<KybQueueEntry>> {
    return Page.read(this.pool, QUEUE, [this.clock.now()], page);
  }

  /** A business with its last submissions and certificates of registration, newest first. Throws NOT_FOUND. */
  async show(userId: string) {
    const { rows: users } = await this.pool.query<ReviewedBusiness>(
      `SELECT id AS user_id, usertag, business_name, account_type, country_code, kyb_status, frozen_at IS NOT NULL AS frozen
         FROM users WHERE id = $1`,
      [userId],
    );
    if (!users[0]) throw notFound('User');
    const { rows } = await this.pool.query<SubmissionRow>(
      `SELECT s.id, s.status, s.country_code, s.details_ciphertext AS "detailsCiphertext", s.submitted_at, s.decided_by,
              s.decided_at, s.reason, s.staff_note, s.is_final,
              ARRAY(SELECT DISTINCT o.user_id FROM kyb_submissions o
                     WHERE o.registration_hmac = s.registration_hmac AND o.user_id <> s.user_id LIMIT ${MAX_SHOWN})
                AS same_registration
         FROM kyb_submissions s WHERE s.user_id = $1 ORDER BY s.submitted_at DESC, s.id DESC LIMIT ${MAX_SHOWN}`,
      [userId],
    );
    const { rows: documents } = await this.pool.query<RegistrationCertificate>(
      `SELECT id AS document_id, status, pages, uploaded_at, reviewed_at, expires_on::text AS expires_on
         FROM kyc_documents
        WHERE user_id = $1 AND doc_type = 'business_registration' AND status <> 'withdrawn' AND erased_at IS NULL
        ORDER BY uploaded_at DESC, id DESC LIMIT ${MAX_SHOWN}`,
      [userId],
    );
    return { ...users[0], documents, submissions: rows.map((row) => this.viewOf(row)) };
  }

  private viewOf({ id, detailsCiphertext, is_final, same_registration, ...row }: SubmissionRow) {
    const details = this.secrets.detailsOf({ id, detailsCiphertext });
    return {
      submission_id: id,
      ...row,
      final: is_final,
      legal_name: details?.legalName ?? null,
      registration_number: details?.registrationNumber ?? null,
      address: details?.address ?? null,
      accounts_of_same_registration: same_registration,
    };
  }
}
