import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpenBusinessService } from '@app/accounts';
import { CheckoutModule, PaidForRegistry, PaymentAdmissions } from '@app/checkout';
import { WalletModule } from '@app/wallet';
import { CreateInvoiceHandler } from './invoices/commands/create-invoice';
import { CreditInvoiceHandler } from './invoices/commands/credit-invoice';
import { MarkInvoiceOverdueHandler } from './invoices/commands/mark-invoice-overdue';
import { OpenInvoicePaymentHandler } from './invoices/commands/open-invoice-payment';
import { RemindOfInvoiceHandler } from './invoices/commands/remind-of-invoice';
import { SendInvoiceHandler } from './invoices/commands/send-invoice';
import { StopRemindersHandler } from './invoices/commands/stop-reminders';
import { UpdateInvoiceHandler } from './invoices/commands/update-invoice';
import { VoidInvoiceHandler } from './invoices/commands/void-invoice';
import { CreditNote } from './invoices/credit-note.aggregate';
import { Invoice } from './invoices/invoice.aggregate';
import { InvoiceContentsService } from './invoices/invoice-contents.service';
import { InvoiceDocumentsService } from './invoices/invoice-documents.service';
import { InvoiceMail } from './invoices/invoice-mail.aggregate';
import { InvoiceMailLimitsService } from './invoices/invoice-mail-limits.service';
import { InvoicePayment } from './invoices/invoice-payment.aggregate';
import { InvoiceNumberingService } from './invoices/invoice-numbering.service';
import { InvoiceQueries } from './invoices/invoice.queries';
import { InvoiceRepository } from './invoices/invoice.repository';
import { InvoiceSeries } from './invoices/invoice-series.aggregate';
import { InvoiceSeriesRepository } from './invoices/invoice-series.repository';
import { InvoiceSettlementService } from './invoices/invoice-settlement.service';
import { InvoiceTokensService } from './invoices/invoice-tokens.service';
import { CloseTestInvoices } from './invoices/listeners/close-test-invoices';
import { CreditRefundedInvoices } from './invoices/listeners/credit-refunded-invoices';
import { MarkOverdueInvoices } from './invoices/jobs/mark-overdue-invoices';
import { RemindOfInvoices } from './invoices/jobs/remind-of-invoices';
import { CreatePaymentLinkHandler } from './links/commands/create-payment-link';
import { OpenLinkPaymentHandler } from './links/commands/open-link-payment';
import { UpdatePaymentLinkHandler } from './links/commands/update-payment-link';
import { LinkPlacesService } from './links/link-places.service';
import { SwitchOffLinks } from './links/listeners/switch-off-links';
import { OpenLinksService } from './links/open-links.service';
import { CollectingService } from './collecting.service';
import { InvoicePdfService } from './pdf/invoice-pdf.service';
import { PaymentLink } from './links/payment-link.aggregate';
import { MailedInvoiceFilesStore } from './invoices/mailed-invoice-files.store';
import { PaymentLinkQueries } from './links/payment-link.queries';
import { PaymentLinkRepository } from './links/payment-link.repository';

const aggregates = [Invoice, InvoiceSeries, InvoicePayment, CreditNote, InvoiceMail, PaymentLink];

/** Invoices and payment links, for every app in which their sessions are opened, paid or expire. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature(aggregates), CheckoutModule, WalletModule],
  providers: [
    InvoiceRepository,
    InvoiceSeriesRepository,
    InvoiceQueries,
    InvoiceTokensService,
    InvoiceContentsService,
    InvoiceDocumentsService,
    InvoiceNumberingService,
    InvoiceMailLimitsService,
    InvoicePdfService,
    InvoiceSettlementService,
    MailedInvoiceFilesStore,
    CreateInvoiceHandler,
    UpdateInvoiceHandler,
    SendInvoiceHandler,
    VoidInvoiceHandler,
    CreditInvoiceHandler,
    OpenInvoicePaymentHandler,
    StopRemindersHandler,
    MarkInvoiceOverdueHandler,
    MarkOverdueInvoices,
    RemindOfInvoiceHandler,
    RemindOfInvoices,
    CloseTestInvoices,
    CreditRefundedInvoices,
    CollectingService,
    PaymentLinkRepository,
    PaymentLinkQueries,
    OpenLinksService,
    LinkPlacesService,
    SwitchOffLinks,
    CreatePaymentLinkHandler,
    UpdatePaymentLinkHandler,
    OpenLinkPaymentHandler,
  ],
  exports: [
    InvoiceNumberingService,
    InvoiceQueries,
    InvoiceDocumentsService,
    InvoiceTokensService,
    PaymentLinkQueries,
    OpenLinksService,
    CollectingService,
  ],
})
export class InvoicesModule {
  constructor(
    paidFor: PaidForRegistry,
    admissions: PaymentAdmissions,
    settlement: InvoiceSettlementService,
    places: LinkPlacesService,
    collecting: CollectingService,
    business: OpenBusinessService,
  ) {
    paidFor.register('invoice', settlement);
    admissions.register('invoice', collecting);
    admissions.register('link', places);
    business.register({
      what: 'unpaid invoice',
      sql: `SELECT count(*) FROM invoices WHERE owner_id = $1 AND mode = 'live' AND status IN ('sent', 'overdue')`,
    });
  }
}
