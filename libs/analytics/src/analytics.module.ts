import { Module } from '@nestjs/common';
import { WalletModule } from '@app/wallet';
import { AnalyticsQueries } from './analytics.queries';
import { ExportLinks } from './exports/export-links.service';
import { ExportPlaces } from './exports/export-places.service';
import { TransactionExports } from './exports/transaction-exports.service';
import { PaymentCustomers } from './payments/payment-customers.service';
import { PaymentQueries } from './payments/payment-figures.queries';
import { TransactionTotals } from './totals/transaction-totals.queries';

/** Reports on an account's wallets and payments. `AccountsModule` and `LedgerModule` are global. */
@Module({
  imports: [WalletModule],
  providers: [
    AnalyticsQueries,
    ExportLinks,
    ExportPlaces,
    PaymentCustomers,
    PaymentQueries,
    TransactionExports,
    TransactionTotals,
  ],
  exports: [AnalyticsQueries, ExportLinks, TransactionExports, TransactionTotals],
})
export class AnalyticsModule {}
