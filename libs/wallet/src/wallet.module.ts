import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
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
import { PaymentRequests } from './requests/payment-request.repository';
import { RequestLimits } from './requests/request-limits.service';
import { KeptStatements } from './history/kept-statements.store';
import { SearchPlaces } from './history/search-places.service';
import { StatementWriter } from './history/statement-writer.service';
import { StatementQueries } from './history/statement.queries';
import { EndRequestsOfClosedAccount } from './requests/listeners/end-requests-of-closed-account';
import { OpenPrimaryWallet } from './wallets/listeners/open-primary-wallet';
import { TransactionListQueries } from './history/transaction-list.queries';
import { TransactionStatuses } from './history/transaction-statuses.service';
import { TransactionQueries } from './history/transactions.queries';
import { Wallet } from './wallets/wallet.aggregate';
import { TransferParties } from './transfers/transfer-parties.service';
import { WalletAccounts } from './wallets/wallet-accounts.service';
import { WalletQueries } from './wallets/wallet.queries';
import { Wallets } from './wallets/wallet.repository';

@Module({
  imports: [TypeOrmModule.forFeature([Wallet, PaymentRequest]), AccountsModule, FxModule],
  providers: [
    CancelRequestHandler,
    CreateWalletHandler,
    DeclineRequestHandler,
    FulfillRequestHandler,
    GrantOpeningBalanceHandler,
    KeptStatements,
    OpenPrimaryWallet,
    EndRequestsOfClosedAccount,
    PaymentRequestQueries,
    PaymentRequests,
    RequestLimits,
    RequestPaymentHandler,
    SearchPlaces,
    SetPrimaryWalletHandler,
    StatementQueries,
    StatementWriter,
    TransactionQueries,
    TransactionListQueries,
    TransactionStatuses,
    TransferFundsHandler,
    TransferParties,
    Transfers,
    WalletAccounts,
    WalletQueries,
    Wallets,
  ],
  exports: [
    PaymentRequestQueries,
    StatementQueries,
    TransactionQueries,
    TransactionListQueries,
    TransactionStatuses,
    TransferParties,
    WalletAccounts,
    WalletQueries,
  ],
})
export class WalletModule {}
