export { GrantOpeningBalance } from './wallets/commands/grant-opening-balance';
export * from './history/transaction.view';
export {
  type ExportedTransaction,
  type OwnedAccount,
  TransactionListQueries,
} from './history/transaction-list.queries';
export { type KnownStatus, TransactionStatusesService } from './history/transaction-statuses.service';
export { TransactionsQueries } from './history/transactions.queries';
export * from './money/wallet.money';
export { PaymentRequestDeclined, PaymentRequested } from './requests/payment-request.events';
export { type Transfer, transferFee, TransferFunds } from './transfers/commands/transfer-funds';
export { type Parties, TransferPartiesService } from './transfers/transfer-parties.service';
export { WalletAccountsService } from './wallets/wallet-accounts.service';
export { walletMissing } from './wallets/wallet.errors';
export * from './wallets/wallet.events';
export * from './wallet-http.module';
export * from './wallet.module';
export { type WalletAccount, WalletQueries, type WalletView } from './wallets/wallet.queries';
