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
import { AnalyticsController } from './analytics.controller';
import { TransactionReportsController } from './transaction-reports.controller';

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
  controllers: [AnalyticsController, TransactionReportsController],
  exports: [ReportLinks, ReportSheets],
})
export class AnalyticsModule {}
