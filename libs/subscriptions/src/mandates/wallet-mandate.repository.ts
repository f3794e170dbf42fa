import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { WalletMandate } from './wallet-mandate.aggregate';

@Injectable()
export class WalletMandates extends AggregateStore<WalletMandate> {
  private readonly withId = this.loaderBy('id');

  constructor(@InjectDataSource() dataSource: DataSource, unit: UnitOfWork) {
    super(WalletMandate, dataSource, unit);
  }

  async byId(id: string): Promise<WalletMandate> {
    const mandate = await this.withId.read(id);
    if (!mandate) throw new Error(`mandate ${id} does not exist`);
    return mandate;
  }

  /** What was last authorised for the subscription, in force or not. */
  lastOf(subscriptionKey: string): Promise<WalletMandate | null> {
    return this.dataSource.manager.findOne(WalletMandate, {
      where: { subscriptionKey },
      order: { authorizedAt: 'DESC', id: 'DESC' },
    });
  }
}
