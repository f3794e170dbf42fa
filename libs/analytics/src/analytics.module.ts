import { Module } from '@nestjs/common';
import { WalletModule } from '@app/wallet';
import { AnalyticsQueries } from './analytics.queries';
import { AccountLinks } from './links/account-links.service';
import { ReportLinks } from './report-links.service';
import { ReportSheets } from './pages/report-sheet.queries';
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
    AccountLinks,
    AnalyticsQueries,
    ExportLinks,
    ExportPlaces,
    PaymentCustomers,
    PaymentQueries,
    ReportLinks,
    ReportSheets,
    TransactionExports,
    TransactionTotals,
  ],
  exports: [AnalyticsQueries, ExportLinks, ReportLinks, ReportSheets, TransactionExports, TransactionTotals],
})
export class AnalyticsModule {}
