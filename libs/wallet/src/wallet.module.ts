import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
import { CreateWalletHandler } from './commands/create-wallet';
import { GrantOpeningBalanceHandler } from './commands/grant-opening-balance';
import { SetPrimaryWalletHandler } from './commands/set-primary-wallet';
import { TransferFundsHandler } from './commands/transfer-funds';
import { CounterpartyQueries } from './counterparty.queries';
import { Recipients } from './recipients';
import { StatementQueries } from './statement.queries';
import { WhenUserRegistered } from './listeners/when-user-registered';
import { TransactionQueries } from './transactions.queries';
import { Wallet } from './wallet.aggregate';
import { TransferEnds } from './transfer-ends';
import { WalletAccounts } from './wallet-accounts';
import { WalletQueries } from './wallet.queries';
import { Wallets } from './wallets';

@Module({
  imports: [TypeOrmModule.forFeature([Wallet]), AccountsModule, FxModule],
  providers: [
    ...[Wallets, WalletAccounts, WalletQueries, Recipients, TransferEnds],
    ...[TransactionQueries, CounterpartyQueries, StatementQueries],
    ...[CreateWalletHandler, SetPrimaryWalletHandler, TransferFundsHandler, GrantOpeningBalanceHandler],
    WhenUserRegistered,
  ],
  exports: [WalletAccounts, WalletQueries, TransactionQueries, StatementQueries, Recipients],
})
export class WalletModule {}
