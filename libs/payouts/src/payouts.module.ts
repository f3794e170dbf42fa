import { Module } from '@nestjs/common';
import { BanksModule } from './banks/banks.module';

/** Withdrawals, the accounts they go to, and the providers that pay them. */
@Module({ imports: [BanksModule], exports: [BanksModule] })
export class PayoutsModule {}
