import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
import { CancelRequestHandler } from './commands/cancel-request';
import { CreateWalletHandler } from './commands/create-wallet';
import { DeclineRequestHandler } from './commands/decline-request';
import { FulfillRequestHandler } from './commands/fulfill-request';
import { GrantOpeningBalanceHandler } from './commands/grant-opening-balance';
import { RequestPaymentHandler } from './commands/request-payment';
import { SetPrimaryWalletHandler } from './commands/set-primary-wallet';
import { TransferFundsHandler } from './commands/transfer-funds';
import { CounterpartyQueries } from './counterparty.queries';
import { Recipients } from './recipients';
import { PaymentRequest } from './requests/payment-request.aggregate';
import { PaymentRequestQueries } from './requests/payment-request.queries';
import { PaymentRequests } from './requests/payment-requests';
import { RequestLimits } from './requests/request-limits';
import { StatementQueries } from './statement.queries';
import { WhenUserRegistered } from './listeners/when-user-registered';
import { TransactionQueries } from './transactions.queries';
import { Wallet } from './wallet.aggregate';
import { TransferEnds } from './transfer-ends';
import { Transfers } from './transfers';
import { WalletAccounts } from './wallet-accounts';
import { WalletQueries } from './wallet.queries';
import { Wallets } from './wallets';

@Module({
  imports: [TypeOrmModule.forFeature([Wallet, PaymentRequest]), AccountsModule, FxModule],
  providers: [
    ...[Wallets, WalletAccounts, WalletQueries, Recipients, TransferEnds, Transfers],
    ...[PaymentRequests, PaymentRequestQueries, RequestLimits],
    ...[TransactionQueries, CounterpartyQueries, StatementQueries],
    ...[CreateWalletHandler, SetPrimaryWalletHandler, TransferFundsHandler, GrantOpeningBalanceHandler],
    ...[RequestPaymentHandler, FulfillRequestHandler, DeclineRequestHandler, CancelRequestHandler],
    WhenUserRegistered,
  ],
  exports: [
    ...[WalletAccounts, WalletQueries, TransactionQueries, StatementQueries, Recipients],
    ...[PaymentRequestQueries, TransferEnds],
  ],
})
export class WalletModule {}
