import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST, modeOf, WithPolicy } from '@app/http';
import { type Mode, parseMajorToMinor } from '@app/kernel';
import { localeOf, PageReplies } from '@app/pages';
import { Commands } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { OpenInvoicePayment } from '../invoices/commands/open-invoice-payment';
import { StopReminders } from '../invoices/commands/stop-reminders';
import { InvoiceDocuments } from '../invoices/invoice-documents.service';
import { invoicePage, type InvoicePageContext, remindersPage } from './invoice.page';
import { PayInvoiceForm } from './pages.dto';

const PAGE = { credentials: [], hidden: true } as const;
/** Its forms send one small field. */
const FORM = { ...PAGE, rate: 'create-public' } as const;

/** The page of an invoice for its client. The token in its address is the credential. */
@Controller('invoice/:token')
export class InvoicePageController {
  constructor(
    private readonly documents: InvoiceDocuments,
    private readonly commands: Commands,
    private readonly replies: PageReplies,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @Get()
  @WithPolicy({ ...PAGE, summary: 'The page on which an invoice is read and paid' })
  async show(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return invoicePage(await this.contextOf(token, lang, reply));
  }

  /** Redirects to the session that pays it. */
  @Post('pay')
  @HttpCode(303)
  @WithPolicy({ ...FORM, summary: 'Opens or continues the payment of an invoice' })
  async pay(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Body() { amount }: PayInvoiceForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const amountMinor = amount == null ? null : parseMajorToMinor(amount)!;
    const session = await this.commands.execute(new OpenInvoicePayment(token, this.mode, amountMinor));
    return this.replies.redirect(reply, `${session}?lang=${localeOf(lang)}`);
  }

  @Get('reminders')
  @WithPolicy({ ...PAGE, summary: 'The page on which a client stops reminders' })
  async reminders(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return remindersPage(await this.contextOf(token, lang, reply));
  }

  /** Also the address of one-click unsubscription (RFC 8058), which follows no redirect. */
  @Post('reminders')
  @HttpCode(200)
  @WithPolicy({ ...FORM, summary: 'Stops the reminders of an invoice' })
  async stopReminders(
    @Param('token') token: string,
    @Query('lang') lang: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.commands.execute(new StopReminders(token, this.mode));
    return remindersPage(await this.contextOf(token, lang, reply));
  }

  /** In the language of the invoice, unless the client chose another one. */
  private async contextOf(token: string, lang: unknown, reply: FastifyReply): Promise<InvoicePageContext> {
    const page = await this.documents.find({ token, mode: this.mode });
    const locale = localeOf(lang ?? page.document.language);
    const context = this.replies.begin(reply, locale, { hasForms: true });
    return { ...context, page, path: `/invoice/${encodeURIComponent(token)}` };
  }

  private get mode(): Mode {
    return modeOf(this.host);
  }
}
