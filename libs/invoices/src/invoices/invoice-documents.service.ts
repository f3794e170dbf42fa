import { Inject, Injectable } from '@nestjs/common';
import { type Language, PUBLIC_NAME } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { Money, notFound, Times } from '@app/kernel';
import type { Pool } from 'pg';
import { CollectingService, type Need } from '../collecting.service';
import type { InvoiceDocument } from './invoice-document';
import { InvoicePdfService, type PdfReader } from '../pdf/invoice-pdf.service';
import { MailedInvoiceFilesStore } from './mailed-invoice-files.store';
import { dayOf } from './invoice-days.policy';
import { type InvoiceKey, InvoiceQueries } from './invoice.queries';
import { sheetOf } from './invoice-sheet.policy';
import { InvoiceTokensService } from './invoice-tokens.service';
import { partsToText, taxByRate } from './invoice-totals.policy';
import { dueOf, type InvoiceDetail, shownStatus } from './invoice.view';

/** What the page of an invoice shows besides the document. */
export interface InvoicePage {
  document: InvoiceDocument;
  allowPartial: boolean;
  /** Of payments that are under way: the client can pay what is due less this. */
  inFlight: Money;
  reminders: boolean;
  need: Need;
}

/** A file with its name, e.g. `INV-2026-000042.pdf`. */
export interface PdfFile {
  name: string;
  content: Buffer;
}

/** Gathers what the page and the PDF of an invoice show. */
@Injectable()
export class InvoiceDocumentsService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly queries: InvoiceQueries,
    private readonly tokens: InvoiceTokensService,
    private readonly collecting: CollectingService,
    private readonly pdf: InvoicePdfService,
    private readonly mailed: MailedInvoiceFilesStore,
    private readonly times: Times,
  ) {}

  /** Throws NOT_FOUND where there is no such invoice. */
  async find(key: InvoiceKey): Promise<InvoicePage> {
    const { ownerId, ...detail } = await this.queries.find(key);
    const document = this.documentOf(
      detail,
      await this.businessOf(ownerId),
      await this.times.of(detail.invoice),
    );
    const { allowPartial, reminders, currency, mode } = detail.invoice;
    const need = await this.collecting.needOf({ ownerId, mode });
    return { document, allowPartial, inFlight: new Money(detail.inFlightMinor, currency), reminders, need };
  }

  /**
   * Mails have no reader. Throws RATE_LIMITED if the reader has too many under way, SERVICE_UNAVAILABLE where it cannot be
   * drawn at the moment.
   */
  async pdfOf(document: InvoiceDocument, reader: PdfReader | null): Promise<PdfFile> {
    return { name: `${document.number}.pdf`, content: await this.pdf.draw(() => sheetOf(document), reader) };
  }

  /** The PDF for a mail of the invoice, recorded as a file of that mail. */
  async pdfForMail(document: InvoiceDocument, invoiceMailId: string): Promise<PdfFile> {
    const file = await this.pdfOf(document, null);
    await this.mailed.record(invoiceMailId, file.content);
    return file;
  }

  private documentOf(
    { invoice, history }: InvoiceDetail,
    business: InvoiceDocument['business'],
    now: Date,
  ): InvoiceDocument {
    const { items, currency, discountPercent } = invoice;
    const money = (minor: bigint | string) => new Money(BigInt(minor), currency);
    const rates = items.map(({ taxRate, taxMinor }) => ({
      taxRate: BigInt(taxRate ?? 0),
      taxMinor: BigInt(taxMinor),
    }));
    return {
      mode: invoice.mode,
      language: invoice.language as Language,
      number: invoice.number,
      status: shownStatus(invoice, now),
      createdOn: dayOf(invoice.createdAt),
      issuedOn: invoice.sentAt && dayOf(invoice.sentAt),
      dueOn: invoice.dueDate,
      business,
      client: { name: invoice.clientName, email: invoice.clientEmail },
      lines: items.map((item) => ({
        description: item.description,
        quantity: partsToText(BigInt(item.quantity)),
        unitPrice: money(item.unitPriceMinor),
        taxRate: item.taxRate === null ? null : partsToText(BigInt(item.taxRate)),
        tax: money(item.taxMinor),
        amount: money(item.amountMinor),
      })),
      subtotal: money(invoice.subtotalMinor),
      discount:
        discountPercent === 0
          ? null
          : { percent: partsToText(BigInt(discountPercent)), amount: money(invoice.discountMinor) },
      taxes: taxByRate(rates, rates).map(({ taxRate, taxMinor }) => ({
        rate: partsToText(taxRate),
        amount: money(taxMinor),
      })),
      total: money(invoice.totalMinor),
      payments: history.payments
        .filter(({ amountMinor }) => amountMinor > 0n)
        .map(({ paidAt, method, amountMinor }) => ({
          paidOn: dayOf(paidAt),
          method,
          amount: money(amountMinor),
        })),
      credits: history.creditNotes.map(({ number, createdAt, amountMinor }) => ({
        number,
        issuedOn: dayOf(createdAt),
        amount: money(amountMinor),
      })),
      balanceDue: dueOf(invoice),
      notes: invoice.notes,
      link: invoice.status === 'draft' ? null : this.tokens.urlOf(invoice),
    };
  }

  /** Its address only where the business has proved it. */
  private async businessOf(ownerId: string): Promise<InvoiceDocument['business']> {
    const { rows } = await this.pool.query<InvoiceDocument['business']>(
      `SELECT ${PUBLIC_NAME} AS name,
              CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS email, u.country_code AS "countryCode"
         FROM users u WHERE u.id = $1`,
      [ownerId],
    );
    if (!rows[0]) throw notFound('Invoice');
    return rows[0];
  }
}
