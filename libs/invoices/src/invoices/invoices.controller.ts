import { Body, Inject, Query, StreamableFile, type Type } from '@nestjs/common';
import type { HostName } from '@app/config';
import {
  ArrivedAt,
  By,
  type Caller,
  ClientAddress,
  Context,
  type Credential,
  GetAction,
  HOST,
  PostAction,
  WireController,
} from '@app/http';
import { parseMajorToMinor, Times } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { CollectingService } from '../collecting.service';
import { type Issuer, issuerOf } from '../issuer.policy';
import { CreateInvoice } from './commands/create-invoice';
import { CreditInvoice } from './commands/credit-invoice';
import { SendInvoice } from './commands/send-invoice';
import { UpdateInvoice } from './commands/update-invoice';
import { VoidInvoice } from './commands/void-invoice';
import { changesIn, contentIn } from './invoice-bodies.mapping';
import { InvoiceDocumentsService } from './invoice-documents.service';
import { InvoiceNumberingService } from './invoice-numbering.service';
import { InvoiceQueries } from './invoice.queries';
import { InvoiceTokensService } from './invoice-tokens.service';
import {
  type InvoiceFacts,
  type InvoiceText,
  invoiceDetailView,
  invoiceView,
  wholeInvoiceView,
} from './invoice.view';
import {
  CreateInvoiceBody,
  CreditInvoiceBody,
  InvoiceBody,
  InvoiceListQuery,
  InvoiceQuery,
  UpdateInvoiceBody,
} from './invoices.dto';

/** Enough for 100 lines with descriptions of full length in any script, also with escaped characters. */
const BODY_BYTES = 1024 * 1024;

/** `invoices.php` and `business.php?section=invoices`, for people and keys; `credentials` are those that write. */
function invoicesController(credentials: readonly Credential[]): Type<object> {
  const access = { accountType: 'business', scope: 'invoices:manage' } as const;
  const reads = { ...access, credentials: ['session', 'secret-key'], team: 'payments:read' } as const;
  const writes = { ...access, credentials, team: 'payments:write', idempotent: true } as const;

  @WireController('invoices.php', 'business.php/invoices')
  class InvoicesController {
    constructor(
      private readonly commands: Commands,
      private readonly numbering: InvoiceNumberingService,
      private readonly queries: InvoiceQueries,
      private readonly documents: InvoiceDocumentsService,
      private readonly tokens: InvoiceTokensService,
      private readonly collecting: CollectingService,
      private readonly times: Times,
      @Inject(HOST) private readonly host: HostName,
    ) {}

    @PostAction('create', {
      ...writes,
      maxBodyBytes: BODY_BYTES,
      summary: 'Draft an invoice, with the next number',
      refusals: ['LIMIT_REACHED'],
    })
    async create(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreateInvoiceBody) {
      const issuer = issuerOf(caller, this.host);
      const shown = await this.viewFor(issuer);
      return this.numbering.run(issuer.ownerId, () =>
        this.commands.answer(context, new CreateInvoice(issuer, contentIn(body)), shown),
      );
    }

    @PostAction('update', {
      ...writes,
      maxBodyBytes: BODY_BYTES,
      summary: 'Change a draft',
      refusals: ['INVALID_STATE', 'NOT_FOUND'],
    })
    async update(@By() caller: Caller, @Context() context: RequestContext, @Body() body: UpdateInvoiceBody) {
      const issuer = issuerOf(caller, this.host);
      const shown = await this.viewFor(issuer);
      return this.commands.answer(context, new UpdateInvoice(issuer, body.id, changesIn(body)), shown);
    }

    @PostAction('send', {
      ...writes,
      team: 'resend',
      summary: 'Issue a draft and mail it; mail an unpaid invoice again',
      refusals: ['INVALID_STATE', 'KYC_REQUIRED', 'NOT_FOUND'],
    })
    async send(
      @By() caller: Caller,
      @Context() context: RequestContext,
      @ArrivedAt() arrivedAt: number,
      @Body() { id }: InvoiceBody,
    ) {
      const issuer = issuerOf(caller, this.host);
      const shown = await this.viewFor(issuer);
      return this.commands.answer(context, new SendInvoice(issuer, id, arrivedAt, caller), shown);
    }

    @PostAction('void', {
      ...writes,
      summary: 'Take an unpaid invoice back for good',
      refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
    })
    async void(@By() caller: Caller, @Context() context: RequestContext, @Body() { id }: InvoiceBody) {
      const issuer = issuerOf(caller, this.host);
      const shown = await this.viewFor(issuer);
      return this.commands.answer(context, new VoidInvoice(issuer, id), shown);
    }

    @PostAction('credit', {
      ...writes,
      summary: 'Write off a part of what is due, with a credit note',
      refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
    })
    async credit(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreditInvoiceBody) {
      const issuer = issuerOf(caller, this.host);
      const shown = await this.viewFor(issuer);
      const { id: reference, amount, reason } = body;
      const request = { reference, amountMinor: parseMajorToMinor(amount)!, reason };
      return this.numbering.run(issuer.ownerId, () =>
        this.commands.answer(context, new CreditInvoice(issuer, request), shown),
      );
    }

    @GetAction('list', { ...reads, summary: 'Your invoices, newest first' })
    async list(@By() caller: Caller, @Query() query: InvoiceListQuery) {
      const issuer = issuerOf(caller, this.host);
      const [found, need] = await Promise.all([
        this.queries.list(issuer, query),
        this.collecting.needOf(issuer),
      ]);
      return found.mapAsync(async (invoice: InvoiceFacts) => {
        const now = await this.times.of(invoice);
        return invoiceView(invoice, { now, need, paymentUrl: this.tokens.urlOf(invoice) });
      });
    }

    @GetAction('detail', {
      ...reads,
      summary: 'An invoice with lines, payments, credit notes and mails',
      refusals: ['NOT_FOUND'],
    })
    async detail(@By() caller: Caller, @Query() { id: reference }: InvoiceQuery) {
      const issuer = issuerOf(caller, this.host);
      const found = await this.queries.find({ ...issuer, reference });
      const { invoice } = found;
      const shown = await this.shownWith({ ...issuer, appId: invoice.appId });
      return invoiceDetailView(found, { ...shown, paymentUrl: this.tokens.urlOf(invoice) });
    }

    @GetAction('pdf', {
      ...reads,
      summary: 'An invoice as PDF, as it stands',
      produces: ['application/pdf'],
      refusals: ['NOT_FOUND'],
    })
    async pdf(
      @By() caller: Caller,
      @ClientAddress() address: string,
      @Query() { id: reference }: InvoiceQuery,
    ): Promise<StreamableFile> {
      const issuer = issuerOf(caller, this.host);
      const page = await this.documents.find({ ...issuer, reference });
      const { name, content } = await this.documents.pdfOf(page, { ownerId: issuer.ownerId, address });
      return new StreamableFile(content, {
        type: 'application/pdf',
        length: content.length,
        disposition: `attachment; filename="${name}"`,
      });
    }

    /** Shows an invoice that a command of the issuer changed, at their time. */
    private async viewFor(issuer: Issuer) {
      const shown = await this.shownWith(issuer);
      return (invoice: InvoiceFacts & InvoiceText) =>
        wholeInvoiceView(invoice, { ...shown, paymentUrl: this.tokens.urlOf(invoice) });
    }

    private async shownWith(issuer: Issuer) {
      const [now, need] = await Promise.all([this.times.of(issuer), this.collecting.needOf(issuer)]);
      return { now, need };
    }
  }
  return InvoicesController;
}

/** On the business host people and keys write. */
export const InvoicesController = invoicesController(['session', 'secret-key']);
/** In the sandbox test keys write. */
export const SandboxInvoicesController = invoicesController(['secret-key']);
