import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { notFound } from '@app/kernel';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { NameChange } from './name-change.aggregate';

@Injectable()
export class NameChangeRepository extends AggregateStore<NameChange> {
  constructor(@InjectRepository(NameChange) rows: Repository<NameChange>, unit: UnitOfWork) {
    const startOver = () => new StaleAggregate();
    super(rows, unit, {
      name_changes_pending_key: startOver,
      name_changes_pkey: startOver,
    });
  }

  /** Throws NOT_FOUND. */
  async byId(id: string): Promise<NameChange> {
    const change = await this.findOneBy({ id });
    if (!change) throw notFound('Name change');
    return change;
  }

  async isKnown(id: string): Promise<boolean> {
    return (await this.findOneBy({ id })) !== null;
  }

  pendingOf(userId: string): Promise<NameChange | null> {
    return this.findOneBy({ userId, status: 'pending' });
  }
}
