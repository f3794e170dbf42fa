import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { WalletMandate } from './wallet-mandate.aggregate';

@Injectable()
export class WalletMandateRepository extends AggregateStore<WalletMandate> {
  private readonly withId = this.loaderBy('id');

  constructor(@InjectRepository(WalletMandate) rows: Repository<WalletMandate>, unit: UnitOfWork) {
    super(rows, unit);
  }

  async byId(id: string): Promise<WalletMandate> {
    const mandate = await this.withId.read(id);
    if (!mandate) throw new Error(`mandate ${id} does not exist`);
    return mandate;
  }

  /** What was last authorised for the subscription, in force or not. */
  lastOf(subscriptionKey: string): Promise<WalletMandate | null> {
    return this.rows.findOne({
      where: { subscriptionKey },
      order: { authorizedAt: 'DESC', id: 'DESC' },
    });
  }
}
