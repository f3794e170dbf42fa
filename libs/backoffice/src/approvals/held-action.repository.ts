import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isUuid, notFound } from '@app/kernel';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { HeldAction } from './held-action.aggregate';

@Injectable()
export class HeldActionRepository extends AggregateStore<HeldAction> {
  constructor(@InjectRepository(HeldAction) rows: Repository<HeldAction>, unit: UnitOfWork) {
    super(rows, unit);
  }

  async byId(id: string): Promise<HeldAction> {
    const held = isUuid(id) ? await this.findOneBy({ id }) : null;
    if (!held) throw notFound('Held action');
    return held;
  }
}
