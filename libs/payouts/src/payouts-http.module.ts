import { type DynamicModule, Module } from '@nestjs/common';
import { BanksController } from './banks/banks.controller';
import { PayoutsModule } from './payouts.module';
import { PayoutsAdminController } from './withdrawals/payouts-admin.controller';
import { WithdrawalsController } from './withdrawals/withdrawals.controller';

const CONTROLLERS = {
  business: [BanksController, WithdrawalsController, PayoutsAdminController],
  app: [BanksController, WithdrawalsController],
};

/** Withdrawals and the accounts they go to. */
@Module({ imports: [PayoutsModule] })
export class PayoutsHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: PayoutsHttpModule, controllers: CONTROLLERS[host] };
  }
}
