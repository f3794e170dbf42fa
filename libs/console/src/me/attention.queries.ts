import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, type Mode } from '@app/kernel';
import type { Pool } from 'pg';

/** Work of one kind that waits for a person. */
export interface Attention {
  kind: string;
  count: number;
  oldest_at: Date;
}

interface Source {
  kind: string;
  /** The action that deals with it. Callers without it do not see the kind. */
  action: string;
  /** Times of arrival. Parameters: the present, the account, its mode. */
  sql: string;
}

const OF_ACCOUNTS: readonly Source[] = [
  {
    kind: 'webhooks_failing',
    action: 'business.php:webhooks/list',
    sql: `SELECT disabled_at FROM webhook_endpoints WHERE owner_id = $2 AND mode = $3 AND disabled_for = 'failing'`,
  },
  {
    kind: 'disputes',
    action: 'escrow.php:dispute-respond',
    sql: `SELECT d.raised_at FROM escrow_disputes d JOIN escrows e ON e.id = d.escrow_id
           WHERE d.status = 'open' AND d.mode = $3
             AND $2 = CASE d.raised_by WHEN 'initiator' THEN e.beneficiary_id ELSE e.initiator_id END`,
  },
  {
    kind: 'chargebacks',
    action: 'business.php:chargebacks/respond',
    sql: `SELECT opened_at FROM chargebacks
           WHERE owner_id = $2 AND mode = $3 AND status = 'opened' AND decision IS NULL AND respond_by > $1`,
  },
  {
    kind: 'business_verification',
    action: 'kyc.php:submit-kyb',
    sql: `SELECT created_at FROM users
           WHERE id = $2 AND $3 = 'live' AND account_type = 'business' AND kyb_status NOT IN ('approved', 'pending')`,
  },
  {
    kind: 'payouts_late',
    action: 'payout.php:history',
    sql: `SELECT created_at FROM withdrawals
           WHERE owner_id = $2 AND $3 = 'live' AND status IN ('pending', 'processing')
             AND created_at < $1::timestamptz - interval '1 day'`,
  },
];

const OF_STAFF: readonly Source[] = [
  {
    kind: 'identity_reviews',
    action: 'admin.php:kyc/queue',
    sql: `SELECT uploaded_at FROM kyc_documents WHERE status = 'pending'`,
  },
  {
    kind: 'bvn_reviews',
    action: 'admin.php:kyc/bvn-queue',
    sql: `SELECT started_at FROM bvn_verifications WHERE status = 'review'`,
  },
  {
    kind: 'name_reviews',
    action: 'admin.php:kyc/name-queue',
    sql: `SELECT changed_at FROM name_changes WHERE status = 'pending'`,
  },
  {
    kind: 'business_reviews',
    action: 'admin.php:kyb/queue',
    sql: `SELECT submitted_at FROM kyb_submissions WHERE status = 'pending'`,
  },
  {
    kind: 'brand_reviews',
    action: 'admin.php:brands/list',
    sql: `SELECT proposed_at FROM brands WHERE name_status = 'pending'`,
  },
  {
    kind: 'approvals',
    action: 'admin.php:approvals/list',
    sql: `SELECT made_at FROM held_actions WHERE status = 'awaiting_approval' AND expires_at > $1`,
  },
  {
    kind: 'payouts',
    action: 'admin.php:payouts/list',
    sql: `SELECT waiting_at FROM withdrawals WHERE status IN ('pending', 'processing') AND waiting_at IS NOT NULL`,
  },
  {
    kind: 'refunds',
    action: 'admin.php:refunds/list',
    sql: `SELECT created_at FROM refunds
           WHERE mode = 'live' AND status = 'pending' AND due_at IS NULL
             AND (rail <> 'account' OR destination_ciphertext IS NOT NULL OR account_until <= $1)`,
  },
  {
    kind: 'unapplied_payments',
    action: 'admin.php:unapplied/list',
    sql: `SELECT t.ended_at FROM checkout_attempts t WHERE t.status = 'unapplied' AND t.mode = 'live'`,
  },
  {
    kind: 'disputes',
    action: 'admin.php:escrow/disputes',
    sql: `SELECT raised_at FROM escrow_disputes WHERE status <> 'resolved' AND mode = 'live'`,
  },
  {
    kind: 'held_rates',
    action: 'admin.php:fx/accept',
    sql: `SELECT fetched_at FROM fx_held_rates WHERE ended_at IS NULL`,
  },
  {
    kind: 'charge_holds',
    action: 'admin.php:subscriptions/release-charges',
    sql: `SELECT held_at FROM charge_holds WHERE released_at IS NULL`,
  },
  {
    kind: 'parked_events',
    action: 'admin.php:deliveries/retry-parked',
    sql: `SELECT parked_at FROM outbox WHERE parked_at IS NOT NULL`,
  },
];

/** Counts what waits for the owner of an account or for staff, the oldest first. */
@Injectable()
export class AttentionQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** `actions`: what the caller may do. */
  ofAccount(accountId: string, mode: Mode, actions: ReadonlySet<string>): Promise<Attention[]> {
    return this.counted(OF_ACCOUNTS, actions, accountId, mode);
  }

  ofStaff(actions: ReadonlySet<string>): Promise<Attention[]> {
    return this.counted(OF_STAFF, actions);
  }

  private async counted(
    sources: readonly Source[],
    actions: ReadonlySet<string>,
    accountId: string | null = null,
    mode: Mode = 'live',
  ): Promise<Attention[]> {
    const own = sources.filter(({ action }) => actions.has(action));
    if (own.length === 0) return [];
    const counts = own.map(
      ({ kind, sql }) =>
        `SELECT '${kind}' AS kind, count(*)::int AS count, min(at) AS oldest_at FROM (${sql}) AS x(at)`,
    );
    // Names every parameter, as the sources of some callers use fewer.
    const { rows } = await this.pool.query<Attention>(
      `WITH parameters AS (SELECT $1::timestamptz, $2::uuid, $3::text)
       SELECT * FROM (${counts.join(' UNION ALL ')}) c WHERE count > 0 ORDER BY oldest_at, kind`,
      [this.clock.now(), accountId, mode],
    );
    return rows;
  }
}
