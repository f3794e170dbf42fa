import { Module } from '@nestjs/common';
import { StatementsController } from './history/statements.controller';
import { TransactionsController } from './history/transactions.controller';
import { PaymentRequestsController } from './requests/payment-requests.controller';
import { WalletController } from './wallet.controller';
import { WalletModule } from './wallet.module';

/** Wallets, transfers, payment requests, history and statements. */
@Module({
  imports: [WalletModule],
  controllers: [WalletController, PaymentRequestsController, StatementsController, TransactionsController],
})
export class WalletHttpModule {}
