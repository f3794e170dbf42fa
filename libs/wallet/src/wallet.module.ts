import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
import { SearchModule } from '@app/search';
import { CancelRequestHandler } from './requests/commands/cancel-request';
import { CreateWalletHandler } from './wallets/commands/create-wallet';
import { DeclineRequestHandler } from './requests/commands/decline-request';
import { FulfillRequestHandler } from './requests/commands/fulfill-request';
import { GrantOpeningBalanceHandler } from './wallets/commands/grant-opening-balance';
import { RequestPaymentHandler } from './requests/commands/request-payment';
import { SetPrimaryWalletHandler } from './wallets/commands/set-primary-wallet';
import { TransferFundsHandler, Transfers } from './transfers/commands/transfer-funds';
import { PaymentRequest } from './requests/payment-request.aggregate';
import { PaymentRequestQueries } from './requests/payment-request.queries';
import { PaymentRequestRepository } from './requests/payment-request.repository';
import { RequestLimitsService } from './requests/request-limits.service';
import { KeptStatementsStore } from './history/kept-statements.store';
import { StatementWriterService } from './history/statement-writer.service';
import { StatementQueries } from './history/statement.queries';
import { EndRequestsOfClosedAccount } from './requests/listeners/end-requests-of-closed-account';
import { OpenPrimaryWallet } from './wallets/listeners/open-primary-wallet';
import { TransactionListQueries } from './history/transaction-list.queries';
import { TransactionStatusesService } from './history/transaction-statuses.service';
import { TransactionsQueries } from './history/transactions.queries';
import { Wallet } from './wallets/wallet.aggregate';
import { TransferPartiesService } from './transfers/transfer-parties.service';
import { WalletAccountsService } from './wallets/wallet-accounts.service';
import { WalletQueries } from './wallets/wallet.queries';
import { WalletRepository } from './wallets/wallet.repository';

@Module({
  imports: [TypeOrmModule.forFeature([Wallet, PaymentRequest]), AccountsModule, FxModule, SearchModule],
  providers: [
    CancelRequestHandler,
    CreateWalletHandler,
    DeclineRequestHandler,
    FulfillRequestHandler,
    GrantOpeningBalanceHandler,
    KeptStatementsStore,
    OpenPrimaryWallet,
    EndRequestsOfClosedAccount,
    PaymentRequestQueries,
    PaymentRequestRepository,
    RequestLimitsService,
    RequestPaymentHandler,
    SetPrimaryWalletHandler,
    StatementQueries,
    StatementWriterService,
    TransactionsQueries,
    TransactionListQueries,
    TransactionStatusesService,
    TransferFundsHandler,
    TransferPartiesService,
    Transfers,
    WalletAccountsService,
    WalletQueries,
    WalletRepository,
  ],
  exports: [
    PaymentRequestQueries,
    StatementQueries,
    TransactionsQueries,
    TransactionListQueries,
    TransactionStatusesService,
    TransferPartiesService,
    WalletAccountsService,
    WalletQueries,
  ],
})
export class WalletModule {}
