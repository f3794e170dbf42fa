import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { Repository } from 'typeorm';
import { SessionChanges } from '../sessions/checkout-session.repository';
import { UnappliedPayment } from './unapplied-payment.aggregate';

@Injectable()
export class UnappliedPaymentRepository extends AggregateStore<UnappliedPayment> {
  constructor(
    @InjectRepository(UnappliedPayment) rows: Repository<UnappliedPayment>,
    unit: UnitOfWork,
    private readonly sessionChanges: SessionChanges,
  ) {
    super(rows, unit);
  }

  override save(payment: UnappliedPayment): void {
    super.save(payment);
    this.sessionChanges.notifyOnCommit(payment.checkoutSessionId);
  }

  /** Of the attempt with this id, which has received money. */
  async byId(id: string): Promise<UnappliedPayment> {
    const payment = await this.findOneBy({ id });
    if (!payment) throw notFound('Payment attempt');
    return payment;
  }
}
