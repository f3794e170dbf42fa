import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { type Mode, notFound } from '@app/kernel';
import type { Pool } from 'pg';
import { PaymentPartiesQueries } from './payment-parties.queries';
import type { Refund } from './refund.aggregate';
import { RefundDestinationsService } from './refund-destinations.service';
import { RefundRepository } from './refund.repository';
import type { RefundSource, RefundStatus } from './refund.states';

export interface RefundFilter {
  sessionId?: string;
  invoiceId?: string;
  status?: RefundStatus;
}

/** Refunds that their merchant has made, newest first. */
const OWN: Listing = {
  name: 'refunds',
  rows: 'refunds',
  where: `owner_id = $1 AND mode = $2 AND source = 'merchant' AND ($3::text IS NULL OR session_id = $3)
    AND ($4::text IS NULL OR invoice_id = $4) AND ($5::text IS NULL OR status = $5)`,
  order: 'created_at DESC, id DESC',
  columns: 'id',
};

/** Live refunds of a status, the oldest first; with $3, those that a company took before then and has not carried out. */
const OF_ALL: Listing = {
  name: 'all-refunds',
  rows: 'refunds',
  where: `mode = 'live' AND status = $1 AND ($2::text IS NULL OR source = $2)
    AND ($3::timestamptz IS NULL OR (taken_at <= $3 AND provider_id IS NOT NULL))`,
  order: 'created_at, id',
  columns: 'id',
};

/** Reads refunds for their merchants and for staff. */
@Injectable()
export class RefundListsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly refunds: RefundRepository,
    private readonly parties: PaymentPartiesQueries,
    private readonly destinations: RefundDestinationsService,
  ) {}

  /** Throws NOT_FOUND where the owner has made no such refund in this mode. */
  async find(ownerId: string, mode: Mode, refundId: string): Promise<Refund> {
    const refund = await this.refunds.findOneBy({ refundId, ownerId, mode, source: 'merchant' });
    if (!refund) throw notFound('Refund');
    return refund;
  }

  /** Any live refund, for staff. */
  live(refundId: string): Promise<Refund> {
    return this.refunds.byRefundId(refundId, 'live');
  }

  /** All refunds of a session, newest first: 100 parts at most, and those that failed. */
  ofSession(ownerId: string, mode: Mode, sessionId: string): Promise<Refund[]> {
    return this.refunds.ofSession(ownerId, mode, sessionId);
  }

  async list(
    { ownerId, mode }: { ownerId: string; mode: Mode },
    { sessionId, invoiceId, status }: RefundFilter,
    page: PageQuery,
  ): Promise<Page<Refund>> {
    return this.read(OWN, [ownerId, mode, sessionId, invoiceId, status], page);
  }

  /** For staff. */
  async ofAll(
    { status, source, takenBefore }: { status: RefundStatus; source?: RefundSource; takenBefore?: Date },
    page: PageQuery,
  ): Promise<Page<Refund>> {
    return this.read(OF_ALL, [status, source, takenBefore], page);
  }

  /** Who holds the account that the payer has named, and who has paid; null: not known. For staff who compare them. */
  async holderOf(refund: Refund): Promise<{ account_holder: string | null; payer_name: string | null }> {
    const { sealed } = refund.destination;
    const { payer } = await this.parties.namesOf(refund);
    const account_holder = sealed && this.destinations.open(refund.id, sealed).holder;
    return { account_holder, payer_name: payer };
  }

  private async read(listing: Listing, values: unknown[], page: PageQuery): Promise<Page<Refund>> {
    const found = await Page.read<{ id: string }>(this.pool, listing, values, page);
    return found.mapAll((rows) => this.refunds.byIds(rows.map(({ id }) => id)));
  }
}
