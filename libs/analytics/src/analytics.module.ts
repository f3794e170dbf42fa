import { Module } from '@nestjs/common';
import { WalletModule } from '@app/wallet';
import { AnalyticsQueries } from './analytics.queries';
import { PaymentCustomers } from './payments/payment-customers.service';
import { PaymentQueries } from './payments/payment-figures.queries';

/** Reports on an account's wallets and payments. `AccountsModule` and `LedgerModule` are global. */
@Module({
  imports: [WalletModule],
  providers: [AnalyticsQueries, PaymentCustomers, PaymentQueries],
  exports: [AnalyticsQueries],
})
export class AnalyticsModule {}
