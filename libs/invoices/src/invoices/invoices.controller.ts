import { Body, Query, StreamableFile, type Type } from '@nestjs/common';
import type { RequestContext } from '@app/write-path';
import {
  ArrivedAt,
  By,
  type Caller,
  ClientAddress,
  Context,
  type Credential,
  GetAction,
  PostAction,
  WireController,
} from '@app/http';
import { InvoiceActions } from './invoice-actions.service';
import {
  CreateInvoiceBody,
  CreditInvoiceBody,
  InvoiceBody,
  InvoiceListQuery,
  InvoiceQuery,
  UpdateInvoiceBody,
} from './invoices.dto';

/** `invoices.php` and `business.php?section=invoices`. */
function invoicesController(credentials: readonly Credential[]): Type<object> {
  const reads = { credentials, accountType: 'business', scope: 'invoices:manage' } as const;
  const writes = { ...reads, idempotent: true } as const;

  @WireController('invoices.php', 'business.php/invoices')
  class InvoicesController {
    constructor(private readonly actions: InvoiceActions) {}

    @PostAction('create', { ...writes, summary: 'Draft an invoice, with the next number' })
    create(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreateInvoiceBody) {
      return this.actions.create(caller, context, body);
    }

    @PostAction('update', { ...writes, summary: 'Change a draft' })
    update(@By() caller: Caller, @Context() context: RequestContext, @Body() body: UpdateInvoiceBody) {
      return this.actions.update(caller, context, body);
    }

    @PostAction('send', {
      ...writes,
      summary: 'Issue a draft and mail it; mail an unpaid invoice again',
    })
    send(
      @By() caller: Caller,
      @Context() context: RequestContext,
      @ArrivedAt() arrivedAt: number,
      @Body() { id }: InvoiceBody,
    ) {
      return this.actions.send(caller, context, id, arrivedAt);
    }

    @PostAction('void', { ...writes, summary: 'Take an unpaid invoice back for good' })
    void(@By() caller: Caller, @Context() context: RequestContext, @Body() { id }: InvoiceBody) {
      return this.actions.void(caller, context, id);
    }

    @PostAction('credit', {
      ...writes,
      summary: 'Write off a part of what is due, with a credit note',
    })
    credit(@By() caller: Caller, @Context() context: RequestContext, @Body() body: CreditInvoiceBody) {
      return this.actions.credit(caller, context, body);
    }

    @GetAction('list', { ...reads, summary: 'Your invoices, newest first' })
    list(@By() caller: Caller, @Query() query: InvoiceListQuery) {
      return this.actions.list(caller, query);
    }

    @GetAction('detail', {
      ...reads,
      summary: 'An invoice with lines, payments, credit notes and mails',
    })
    detail(@By() caller: Caller, @Query() { id }: InvoiceQuery) {
      return this.actions.detail(caller, id);
    }

    @GetAction('pdf', { ...reads, summary: 'An invoice as PDF, as it stands' })
    async pdf(
      @By() caller: Caller,
      @ClientAddress() address: string,
      @Query() { id }: InvoiceQuery,
    ): Promise<StreamableFile> {
      const { name, content } = await this.actions.pdf(caller, id, address);
      return new StreamableFile(content, {
        type: 'application/pdf',
        length: content.length,
        disposition: `attachment; filename="${name}"`,
      });
    }
  }
  return InvoicesController;
}

/** Of people and keys on the business host. */
export const InvoicesController = invoicesController(['session', 'secret-key']);
/** Of test keys in the sandbox. */
export const SandboxInvoicesController = invoicesController(['secret-key']);
