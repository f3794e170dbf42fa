import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
import { CancelRequestHandler } from './requests/commands/cancel-request';
import { CreateWalletHandler } from './commands/create-wallet';
import { DeclineRequestHandler } from './requests/commands/decline-request';
import { FulfillRequestHandler } from './requests/commands/fulfill-request';
import { GrantOpeningBalanceHandler } from './commands/grant-opening-balance';
import { RequestPaymentHandler } from './requests/commands/request-payment';
import { SetPrimaryWalletHandler } from './commands/set-primary-wallet';
import { TransferFundsHandler } from './transfers/commands/transfer-funds';
import { CounterpartyQueries } from './history/counterparty.queries';
import { Recipients } from './transfers/recipients.service';
import { PaymentRequest } from './requests/payment-request.aggregate';
import { PaymentRequestQueries } from './requests/payment-request.queries';
import { PaymentRequests } from './requests/payment-request.repository';
import { RequestLimits } from './requests/request-limits.service';
import { StatementQueries } from './history/statement.queries';
import { OpenPrimaryWallet } from './listeners/open-primary-wallet';
import { TransactionQueries } from './history/transactions.queries';
import { Wallet } from './wallet.aggregate';
import { TransferParties } from './transfers/transfer-parties.service';
import { Transfers } from './transfers/transfers.service';
import { WalletAccounts } from './wallet-accounts.service';
import { WalletQueries } from './wallet.queries';
import { Wallets } from './wallet.repository';

@Module({
  imports: [TypeOrmModule.forFeature([Wallet, PaymentRequest]), AccountsModule, FxModule],
  providers: [
    ...[Wallets, WalletAccounts, WalletQueries, Recipients, TransferParties, Transfers],
    ...[PaymentRequests, PaymentRequestQueries, RequestLimits],
    ...[TransactionQueries, CounterpartyQueries, StatementQueries],
    ...[CreateWalletHandler, SetPrimaryWalletHandler, TransferFundsHandler, GrantOpeningBalanceHandler],
    ...[RequestPaymentHandler, FulfillRequestHandler, DeclineRequestHandler, CancelRequestHandler],
    OpenPrimaryWallet,
  ],
  exports: [
    ...[WalletAccounts, WalletQueries, TransactionQueries, StatementQueries, Recipients],
    ...[PaymentRequestQueries, TransferParties],
  ],
})
export class WalletModule {}
