import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { PayrollBatch, PayrollItem } from './payroll-batch.aggregate';

/** Stages payrolls with their rows. */
@Injectable()
export class PayrollBatches extends AggregateStore<PayrollBatch> {
  private readonly items: AggregateStore<PayrollItem>;

  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(PayrollBatch, dataSource, unit);
    this.items = new AggregateStore(PayrollItem, dataSource, unit);
  }

  addWhole({ batch, items }: { batch: PayrollBatch; items: readonly PayrollItem[] }): void {
    this.add(batch);
    for (const item of items) this.items.add(item);
  }
}
