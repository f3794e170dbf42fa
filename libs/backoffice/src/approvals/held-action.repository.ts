import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isUuid, notFound } from '@app/kernel';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { HeldAction } from './held-action.aggregate';

@Injectable()
export class HeldActionStore extends AggregateStore<HeldAction> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(HeldAction, dataSource, unit);
  }

  async byId(id: string): Promise<HeldAction> {
    const held = isUuid(id) ? await this.findOneBy({ id }) : null;
    if (!held) throw notFound('Held action');
    return held;
  }
}
