import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { type Mode, notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { Plan } from './plan.aggregate';

@Injectable()
export class PlanRepository extends AggregateStore<Plan> {
  constructor(@InjectRepository(Plan) rows: Repository<Plan>, unit: UnitOfWork) {
    super(rows, unit);
  }

  /** A plan of this owner and mode; a plan of another owner is not found. */
  async ofOwner(ownerId: string, mode: Mode, planId: string): Promise<Plan> {
    const plan = await this.findOneBy({ planId, ownerId, mode });
    if (!plan) throw notFound('Plan');
    return plan;
  }

  /** Newest first. */
  list(ownerId: string, mode: Mode): Promise<Plan[]> {
    return this.rows.find({
      where: { ownerId, mode },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MAX_PLANS,
    });
  }
}

/** Plans of one account in one mode. */
export const MAX_PLANS = 1000;
