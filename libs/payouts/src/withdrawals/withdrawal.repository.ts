import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Page } from '@app/http';
import { isUuid, notFound } from '@app/kernel';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, Not, Repository } from 'typeorm';
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
}

/** Loads withdrawals and stages their writes. */
@Injectable()
export class WithdrawalRepository extends AggregateStore<Withdrawal> {
  constructor(@InjectRepository(Withdrawal) rows: Repository<Withdrawal>, unit: UnitOfWork) {
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
  async list({ status, method, until }: WithdrawalFilter, page: number, perPage: number) {
    const filter = {
      ...(method && { terms: { method } }),
      ...(until && { createdAt: LessThanOrEqual(until) }),
    };
    const where: FindOptionsWhere<Withdrawal>[] = status
      ? [{ ...filter, status }]
      : [
          { ...filter, status: In(['pending', 'processing']) },
          { ...filter, afterEnd: { returnedAt: Not(IsNull()), creditedAt: IsNull() } },
        ];
    const [found, total] = await this.rows.findAndCount({
      where,
      order: { createdAt: 'ASC', id: 'ASC' },
      skip: (page - 1) * perPage,
      take: perPage,
    });
    return new Page(found, total, page, perPage);
  }

  /** How many have no end and were initiated before this time. */
  countLate(before: Date): Promise<number> {
    return this.rows.countBy({
      status: In(['pending', 'processing']),
      createdAt: LessThanOrEqual(before),
    });
  }
}
