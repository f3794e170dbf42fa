import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import type { Mode } from '@app/kernel';
import type { Pool } from 'pg';
import type { Chargeback } from './chargeback.aggregate';
import { type ChargebackFile, ChargebackFilesStore } from './chargeback-files.store';
import { ChargebackRepository } from './chargeback.repository';
import type { ChargebackStatus } from './chargeback.states';

const OWN: Listing = {
  name: 'chargebacks',
  rows: 'chargebacks',
  where: `owner_id = $1 AND mode = $2 AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR session_id = $4)`,
  order: 'opened_at DESC, id DESC',
  columns: 'id',
};

/** Live chargebacks of a status, the oldest first. */
const OF_ALL: Listing = {
  name: 'all-chargebacks',
  rows: 'chargebacks',
  where: `mode = 'live' AND status = $1`,
  order: 'opened_at, id',
  columns: 'id',
};

/** Reads chargebacks for their owners and for staff. */
@Injectable()
export class ChargebackListsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly chargebacks: ChargebackRepository,
    private readonly files: ChargebackFilesStore,
  ) {}

  list(
    { ownerId, mode }: { ownerId: string; mode: Mode },
    { status, sessionId }: { status?: ChargebackStatus; sessionId?: string },
    page: PageQuery,
  ): Promise<Page<Chargeback>> {
    return this.read(OWN, [ownerId, mode, status, sessionId], page);
  }

  ofAll(status: ChargebackStatus, page: PageQuery): Promise<Page<Chargeback>> {
    return this.read(OF_ALL, [status], page);
  }

  /** Throws NOT_FOUND where the owner has no such chargeback in this mode. */
  async find(
    ownerId: string,
    mode: Mode,
    id: string,
  ): Promise<{ chargeback: Chargeback; files: ChargebackFile[] }> {
    const chargeback = await this.chargebacks.ofOwner(ownerId, mode, id);
    return { chargeback, files: await this.files.of(chargeback.id) };
  }

  /** Any live chargeback, for staff. */
  async live(id: string): Promise<{ chargeback: Chargeback; files: ChargebackFile[] }> {
    const chargeback = await this.chargebacks.byChargebackId(id, 'live');
    return { chargeback, files: await this.files.of(chargeback.id) };
  }

  private async read(listing: Listing, values: unknown[], page: PageQuery): Promise<Page<Chargeback>> {
    const found = await Page.read<{ id: string }>(this.pool, listing, values, page);
    return found.mapAll((rows) => this.chargebacks.byIds(rows.map(({ id }) => id)));
  }
}
