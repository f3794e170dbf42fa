import { Module } from '@nestjs/common';
import { WalletModule } from '@app/wallet';
import { AnalyticsQueries } from './analytics.queries';
import { AccountLinksService } from './links/account-links.service';
import { ReportLinksService } from './report-links.service';
import { ReportSheetQueries } from './pages/report-sheet.queries';
import { ExportLinksService } from './exports/export-links.service';
import { ExportPlacesService } from './exports/export-places.service';
import { TransactionExportsService } from './exports/transaction-exports.service';
import { PaymentCustomersService } from './payments/payment-customers.service';
import { PaymentFiguresQueries } from './payments/payment-figures.queries';
import { TransactionTotalsQueries } from './totals/transaction-totals.queries';
import { AnalyticsController } from './analytics.controller';
import { TransactionReportsController } from './transaction-reports.controller';

/** Reports on an account's wallets and payments. `AccountsModule` and `LedgerModule` are global. */
@Module({
  imports: [WalletModule],
  providers: [
    AccountLinksService,
    AnalyticsQueries,
    ExportLinksService,
    ExportPlacesService,
    PaymentCustomersService,
    PaymentFiguresQueries,
    ReportLinksService,
    ReportSheetQueries,
    TransactionExportsService,
    TransactionTotalsQueries,
  ],
  controllers: [AnalyticsController, TransactionReportsController],
  exports: [ReportLinksService, ReportSheetQueries],
})
export class AnalyticsModule {}
