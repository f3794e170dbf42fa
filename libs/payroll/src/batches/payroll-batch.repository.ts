import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { PayrollBatch, PayrollItem } from './payroll-batch.aggregate';

/** Stages payrolls with their rows. */
@Injectable()
export class PayrollBatchRepository extends AggregateStore<PayrollBatch> {
  private readonly items: AggregateStore<PayrollItem>;

  constructor(@InjectRepository(PayrollBatch) rows: Repository<PayrollBatch>, unit: UnitOfWork) {
    super(rows, unit);
    this.items = new AggregateStore(rows.manager.getRepository(PayrollItem), unit);
  }

  addWhole({ batch, items }: { batch: PayrollBatch; items: readonly PayrollItem[] }): void {
    this.add(batch);
    for (const item of items) this.items.add(item);
  }
}
