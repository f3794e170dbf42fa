import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { isUuid, notFound } from '@app/kernel';
import { DataSource } from 'typeorm';
import { MerchantApp } from './merchant-app.aggregate';

@Injectable()
export class MerchantApps extends AggregateStore<MerchantApp> {
  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(MerchantApp, dataSource, unit);
  }

  async ownedBy(ownerId: string, id: string): Promise<MerchantApp> {
    const app = isUuid(id) ? await this.findOneBy({ id, ownerId }) : null;
    if (!app) throw notFound('App');
    return app;
  }
}
