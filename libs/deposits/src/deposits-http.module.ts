import { Module } from '@nestjs/common';
import { DepositController } from './deposits/deposit.controller';
import { DepositsModule } from './deposits.module';
import { VirtualAccountController } from './virtual-accounts/virtual-account.controller';
import { VirtualAccountsModule } from './virtual-accounts/virtual-accounts.module';

/** Money into a wallet by card and by account number. */
@Module({
  imports: [DepositsModule, VirtualAccountsModule],
  controllers: [DepositController, VirtualAccountController],
})
export class DepositsHttpModule {}
