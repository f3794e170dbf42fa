import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/database';
import { DataSource } from 'typeorm';
import { Escrow } from './escrow.aggregate';

@Injectable()
export class Escrows extends AggregateStore<Escrow> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(Escrow, dataSource, unit);
  }
}
