import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Page } from '@app/http';
import { DataSource, In, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import type { PayoutMethod } from '@app/ledger';
import { Withdrawal } from './withdrawal.aggregate';
import type { WithdrawalStatus } from './withdrawal.states';

const RECENT = 50;

export interface WithdrawalFilter {
  /** Those without an end where absent. */
  status?: WithdrawalStatus;
  method?: PayoutMethod;
  /** Initiated at this time or before. */
  until?: Date;
}

/** Lists withdrawals for their owners and for staff. */
@Injectable()
export class WithdrawalQueries {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The newest of an owner, newest first. */
  recent(ownerId: string): Promise<Withdrawal[]> {
    return this.dataSource.manager.find(Withdrawal, {
      where: { ownerId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: RECENT,
    });
  }

  /** The oldest first. */
  async list({ status, method, until }: WithdrawalFilter, page: number, perPage: number) {
    const where: FindOptionsWhere<Withdrawal> = {
      status: status ?? In(['pending', 'processing']),
      ...(method && { method }),
      ...(until && { createdAt: LessThanOrEqual(until) }),
    };
    const [found, total] = await this.dataSource.manager.findAndCount(Withdrawal, {
      where,
      order: { createdAt: 'ASC', id: 'ASC' },
      skip: (page - 1) * perPage,
      take: perPage,
    });
    return new Page(found, total, page, perPage);
  }

  /** How many have no end and were initiated before this time. */
  countLate(before: Date): Promise<number> {
    return this.dataSource.manager.countBy(Withdrawal, {
      status: In(['pending', 'processing']),
      createdAt: LessThanOrEqual(before),
    });
  }
}
