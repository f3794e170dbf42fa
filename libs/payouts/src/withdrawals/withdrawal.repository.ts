import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { isUuid, notFound } from '@app/kernel';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { In, IsNull, LessThanOrEqual, Repository } from 'typeorm';
import type { PayoutMethod } from '../money/payout.money';
import { Withdrawal } from './withdrawal.aggregate';
import { payoutReferenceTaken } from './withdrawal.errors';
import type { WithdrawalStatus } from './withdrawal.states';

const RECENT = 50;

export interface WithdrawalFilter {
  /** Where absent: those without an end, and those whose returned money is not credited. */
  status?: WithdrawalStatus;
  method?: PayoutMethod;
  /** Initiated at this time or before. */
  until?: Date;
  /** The id of one or of its owner, or the reference under which finance completed it: also those that have ended. */
  q?: string;
}

const LIST: Listing = {
  name: 'withdrawals',
  rows: 'withdrawals w',
  where: `CASE WHEN $1::text IS NOT NULL THEN w.status = $1
      ELSE w.status IN ('pending', 'processing') OR w.returned_at IS NOT NULL AND w.return_credited_at IS NULL END
    AND ($2::text IS NULL OR w.method = $2) AND ($3::timestamptz IS NULL OR w.created_at <= $3)`,
  order: 'w.created_at, w.id',
  columns: 'w.id',
};

const MATCHING = `AND ($1::text IS NULL OR w.status = $1) AND ($2::text IS NULL OR w.method = $2)
    AND ($3::timestamptz IS NULL OR w.created_at <= $3)`;
const BY_ID: Listing = { ...LIST, where: `(w.id = $4 OR w.owner_id = $4) ${MATCHING}` };
const BY_REFERENCE: Listing = { ...LIST, where: `w.settled_reference = $4 ${MATCHING}` };

/** Loads withdrawals and stages their writes. */
@Injectable()
export class WithdrawalRepository extends AggregateStore<Withdrawal> {
  constructor(
    @InjectRepository(Withdrawal) rows: Repository<Withdrawal>,
    unit: UnitOfWork,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
  ) {
    super(rows, unit, { withdrawals_settled_reference: payoutReferenceTaken });
  }

  async byId(id: string): Promise<Withdrawal> {
    const withdrawal = isUuid(id) ? await this.findOneBy({ id: id.toLowerCase() }) : null;
    if (!withdrawal) throw notFound('Withdrawal');
    return withdrawal;
  }

  /** Ids of withdrawals of this method that are to be sent or asked about by now. */
  due(method: PayoutMethod, now: Date, limit: number): Promise<string[]> {
    return this.idsDue('dueAt', now, limit, { terms: { method } });
  }

  /** Ids of withdrawals without an end, initiated before `before`, of which staff have not been alerted. */
  async late(before: Date, limit: number): Promise<string[]> {
    return this.idsDue('createdAt', before, limit, { processedAt: IsNull(), alertedAt: IsNull() });
  }

  /** Changes a withdrawal and stages it; where it fails by that, its amount is taken off the daily limit. */
  saveWithCount(withdrawal: Withdrawal, change: () => void): void {
    const { status: before } = withdrawal;
    change();
    const { ownerId, status, terms } = withdrawal;
    if (status === 'failed' && before !== 'failed')
      this.unit.countOutgoing({
        ownerId,
        day: terms.limitDay,
        cents: -terms.limitCents,
        cap: 0n,
        refusal: () => new Error('What is taken off a limit is never refused.'),
      });
    this.save(withdrawal);
  }

  /** The newest of an owner, newest first. */
  recent(ownerId: string): Promise<Withdrawal[]> {
    return this.rows.find({
      where: { ownerId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: RECENT,
    });
  }

  /** The oldest first. */
  async list({ status, method, until, q }: WithdrawalFilter, page: PageQuery): Promise<Page<Withdrawal>> {
    const listing = q === undefined ? LIST : isUuid(q) ? BY_ID : BY_REFERENCE;
    const values = [status, method, until, ...(q === undefined ? [] : [q])];
    const found = await Page.read<{ id: string }>(this.pool, listing, values, page);
    return found.mapAll((rows) => this.byIds(rows.map(({ id }) => id)));
  }

  /** How many have no end and were initiated before this time. */
  countLate(before: Date): Promise<number> {
    return this.rows.countBy({
      status: In(['pending', 'processing']),
      createdAt: LessThanOrEqual(before),
    });
  }
}
