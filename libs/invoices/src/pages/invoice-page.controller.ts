import { Body, Controller, Inject } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf } from '@app/http';
import { parseMajorToMinor } from '@app/kernel';
import { localeOf, PageForm, PageGet, PageRepliesService, PageVisit, Visit } from '@app/pages';
import { Commands } from '@app/write-path';
import { OpenInvoicePayment } from '../invoices/commands/open-invoice-payment';
import { StopReminders } from '../invoices/commands/stop-reminders';
import { InvoiceDocumentsService } from '../invoices/invoice-documents.service';
import { invoicePage, type InvoicePageContext, remindersPage } from './invoice.page';
import { PayInvoiceForm } from './pages.dto';

/** Its forms send one small field. */
const RATE = { rate: 'create-public' } as const;

/** The page of an invoice for its client. The token in its address is the credential. */
@Controller('invoice/:token')
export class InvoicePageController {
  constructor(
    private readonly documents: InvoiceDocumentsService,
    private readonly commands: Commands,
    private readonly replies: PageRepliesService,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @PageGet('', { summary: 'The page on which an invoice is read and paid' })
  async show(@Visit() visit: PageVisit): Promise<string> {
    return invoicePage(await this.contextOf(visit));
  }

  /** Redirects to the session that pays it. */
  @PageForm('pay', { ...RATE, summary: 'Opens or continues the payment of an invoice' })
  async pay(@Visit() visit: PageVisit, @Body() { amount }: PayInvoiceForm): Promise<string> {
    const amountMinor = amount == null ? null : parseMajorToMinor(amount)!;
    const session = await this.commands.execute(
      new OpenInvoicePayment(visit.token, modeOf(this.host), amountMinor),
    );
    return this.replies.redirect(visit, visit.inLanguage(session));
  }

  @PageGet('reminders', { summary: 'The page on which a client stops reminders' })
  async reminders(@Visit() visit: PageVisit): Promise<string> {
    return remindersPage(await this.contextOf(visit));
  }

  /** Also the address of one-click unsubscription (RFC 8058), which follows no redirect. */
  @PageForm('reminders', { ...RATE, status: 200, summary: 'Stops the reminders of an invoice' })
  async stopReminders(@Visit() visit: PageVisit): Promise<string> {
    await this.commands.execute(new StopReminders(visit.token, modeOf(this.host)));
    return remindersPage(await this.contextOf(visit));
  }

  /** In the language of the invoice, unless the client chose another one. */
  private async contextOf(visit: PageVisit): Promise<InvoicePageContext> {
    const page = await this.documents.find({ token: visit.token, mode: modeOf(this.host) });
    const locale = localeOf(visit.lang ?? page.document.language);
    return { ...this.replies.begin(visit, { hasForms: true }, locale), page };
  }
}
