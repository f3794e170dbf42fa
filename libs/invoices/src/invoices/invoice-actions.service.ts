import { Inject, Injectable } from '@nestjs/common';
import type { HostName } from '@app/config';
import { type Caller, HOST } from '@app/http';
import { DomainError, parseMajorToMinor, Times } from '@app/kernel';
import { type Answer, Commands, type RequestContext, Turns } from '@app/write-path';
import { Collecting } from '../collecting.service';
import { type Issuer, issuerOf } from '../issuer.policy';
import { CreateInvoice } from './commands/create-invoice';
import { CreditInvoice } from './commands/credit-invoice';
import { SendInvoice } from './commands/send-invoice';
import { UpdateInvoice } from './commands/update-invoice';
import { VoidInvoice } from './commands/void-invoice';
import type { Invoice } from './invoice.aggregate';
import type { WrittenContent } from './invoice-contents.service';
import { InvoiceDocuments, type PdfFile } from './invoice-documents.service';
import { givenAndCleared } from './invoice.errors';
import { InvoiceQueries } from './invoice.queries';
import { InvoiceTokens } from './invoice-tokens.service';
import { type InvoiceFacts, invoiceDetailView, invoiceView, wholeInvoiceView } from './invoice.view';
import type {
  CreateInvoiceBody,
  CreditInvoiceBody,
  InvoiceListQuery,
  UpdateInvoiceBody,
} from './invoices.dto';

/** Times that a command is repeated which lost the next number to another process. */
const MAX_ROUNDS = 10;

/** The actions on invoices, which several files of the API serve. */
@Injectable()
export class InvoiceActions {
  /** Numbers of one owner are given one after another in a process; the guard of the series decides between processes. */
  private readonly turns = new Turns();

  constructor(
    private readonly commands: Commands,
    private readonly queries: InvoiceQueries,
    private readonly tokens: InvoiceTokens,
    private readonly documents: InvoiceDocuments,
    private readonly times: Times,
    private readonly collecting: Collecting,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  /** Shows an invoice that a command of the issuer changed, at their time. */
  private async viewFor(issuer: Issuer) {
    const shown = await this.shownWith(issuer);
    return (invoice: Invoice) =>
      wholeInvoiceView(invoice, { ...shown, paymentUrl: this.tokens.urlOf(invoice) });
  }

  private async shownWith(issuer: Issuer) {
    const [now, need] = await Promise.all([this.times.of(issuer), this.collecting.needOf(issuer)]);
    return { now, need };
  }

  async create(caller: Caller, context: RequestContext, body: CreateInvoiceBody): Promise<Answer> {
    const issuer = issuerOf(caller, this.host);
    const shown = await this.viewFor(issuer);
    const { client_name: clientName, client_email: clientEmail, items } = body;
    const written = { ...termsOf(body), clientName, clientEmail, items };
    return this.numbering(issuer.ownerId, () =>
      this.commands.answer(context, new CreateInvoice(issuer, written), shown),
    );
  }

  async update(caller: Caller, context: RequestContext, body: UpdateInvoiceBody): Promise<Answer> {
    const issuer = issuerOf(caller, this.host);
    const shown = await this.viewFor(issuer);
    const { client_name: clientName, client_email: clientEmail, items } = body;
    const changes = { ...given({ ...termsOf(body), clientName, clientEmail, items }), ...clearedBy(body) };
    return this.commands.answer(context, new UpdateInvoice(issuer, body.id, changes), shown);
  }

  async send(caller: Caller, context: RequestContext, reference: string, arrivedAt: number): Promise<Answer> {
    const issuer = issuerOf(caller, this.host);
    const shown = await this.viewFor(issuer);
    return this.commands.answer(context, new SendInvoice(issuer, reference, arrivedAt), shown);
  }

  async void(caller: Caller, context: RequestContext, reference: string): Promise<Answer> {
    const issuer = issuerOf(caller, this.host);
    const shown = await this.viewFor(issuer);
    return this.commands.answer(context, new VoidInvoice(issuer, reference), shown);
  }

  async credit(caller: Caller, context: RequestContext, body: CreditInvoiceBody): Promise<Answer> {
    const issuer = issuerOf(caller, this.host);
    const shown = await this.viewFor(issuer);
    const { id: reference, amount, reason } = body;
    const request = { reference, amountMinor: parseMajorToMinor(amount)!, reason };
    return this.numbering(issuer.ownerId, () =>
      this.commands.answer(context, new CreditInvoice(issuer, request), shown),
    );
  }

  async list(caller: Caller, { page, per_page: perPage, status, search }: InvoiceListQuery) {
    const issuer = issuerOf(caller, this.host);
    const shown = await this.shownWith(issuer);
    const list = { ...issuer, status, search, page, perPage };
    const found = await this.queries.list(list, shown.now);
    return found.map((invoice: InvoiceFacts) =>
      invoiceView(invoice, { ...shown, paymentUrl: this.tokens.urlOf(invoice) }),
    );
  }

  async detail(caller: Caller, reference: string) {
    const issuer = issuerOf(caller, this.host);
    const found = await this.queries.find({ ...issuer, reference });
    const paymentUrl = this.tokens.urlOf(found.invoice);
    return invoiceDetailView(found, { ...(await this.shownWith(issuer)), paymentUrl });
  }

  async pdf(caller: Caller, reference: string, address: string): Promise<PdfFile> {
    const issuer = issuerOf(caller, this.host);
    const { document } = await this.documents.find({ ...issuer, reference });
    return this.documents.pdfOf(document, { ownerId: issuer.ownerId, address });
  }

  private numbering(ownerId: string, answer: () => Promise<Answer>): Promise<Answer> {
    return this.turns.run(ownerId, async () => {
      for (let round = 1; ; round++) {
        try {
          return await answer();
        } catch (error) {
          const hasLost = error instanceof DomainError && error.code === 'CONFLICT';
          if (!hasLost || round === MAX_ROUNDS) throw error;
        }
      }
    });
  }
}

function termsOf(body: CreateInvoiceBody | UpdateInvoiceBody): Partial<WrittenContent> {
  return given({
    currency: body.currency_code,
    dueDate: body.due_date,
    notes: body.notes,
    discountPercent: body.discount_percent,
    allowPartial: body.allow_partial,
    language: body.language,
    reminders: body.reminders,
  });
}

/** VALIDATION_ERROR where a field is given and cleared. */
function clearedBy(body: UpdateInvoiceBody): Pick<WrittenContent, 'dueDate' | 'notes'> {
  const cleared = body.clear ?? [];
  const conflict = cleared.find((field) => body[field] != null);
  if (conflict) throw givenAndCleared(conflict);
  return {
    ...(cleared.includes('due_date') && { dueDate: undefined }),
    ...(cleared.includes('notes') && { notes: undefined }),
  };
}

/** Without absent fields and null. */
function given(content: Partial<WrittenContent>): Partial<WrittenContent> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value != null));
}
