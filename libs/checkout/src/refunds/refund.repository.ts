import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { refundIdTaken } from '../common/checkout.errors';
import { SessionChanges } from '../sessions/checkout-session.repository';
import { Refund } from './refund.aggregate';

@Injectable()
export class RefundRepository extends AggregateStore<Refund> {
  constructor(
    @InjectRepository(Refund) rows: Repository<Refund>,
    unit: UnitOfWork,
    private readonly sessionChanges: SessionChanges,
  ) {
    super(rows, unit, { checkout_attempts_refund_id: refundIdTaken });
  }

  override save(refund: Refund): void {
    super.save(refund);
    this.sessionChanges.notifyOnCommit(refund.checkoutSessionId);
  }

  /** Of the attempt with this id, which has received money. */
  async byId(id: string): Promise<Refund> {
    const refund = await this.findOneBy({ id });
    if (!refund) throw notFound('Payment attempt');
    return refund;
  }

  /** Whether another payment went back under this name of the company's. */
  async hasOtherRefund({ id, mode, gateway }: Refund, refundId: string): Promise<boolean> {
    const found = await this.findOneBy({ mode, gateway, refundId });
    return found !== null && found.id !== id;
  }

  /** Ids of payments that have to go back by now, or whose refund has to be asked about. */
  due(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('refundAt', now, limit);
  }
}
