import { Inject, Injectable } from '@nestjs/common';
import { BrandQueries, type Language, PUBLIC_NAME } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { Money, notFound, Times } from '@app/kernel';
import type { PageBrand } from '@app/pages';
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
import { dueOf, type InvoiceDetail, type InvoiceHistory, shownStatus } from './invoice.view';

/** What the page of an invoice shows besides the document. */
export interface InvoicePage {
  document: InvoiceDocument;
  /** Of the business. */
  brand: PageBrand;
  ownerId: string;
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
    private readonly brands: BrandQueries,
  ) {}

  /** Throws NOT_FOUND where there is no such invoice. */
  async find(key: InvoiceKey): Promise<InvoicePage> {
    const { ownerId, ...detail } = await this.queries.find(key);
    const { allowPartial, reminders, currency, mode } = detail.invoice;
    const brand = await this.brands.shownOf(ownerId, mode);
    const document = this.documentOf(
      detail,
      await this.businessOf(ownerId, brand),
      await this.times.of(detail.invoice),
    );
    const need = await this.collecting.needOf({ ownerId, mode });
    const inFlight = new Money(detail.inFlightMinor, currency);
    return { document, brand, ownerId, allowPartial, inFlight, reminders, need };
  }

  /**
   * Mails have no reader. Throws RATE_LIMITED if the reader has too many under way, SERVICE_UNAVAILABLE where it cannot be
   * drawn at the moment.
   */
  async pdfOf({ document, brand, ownerId }: InvoicePage, reader: PdfReader | null): Promise<PdfFile> {
    const logo = await this.brands.printOf(ownerId, brand);
    return {
      name: `${document.number}.pdf`,
      content: await this.pdf.draw(() => sheetOf(document, logo), reader),
    };
  }

  /** The PDF for a mail of the invoice, recorded as a file of that mail. */
  async pdfForMail(page: InvoicePage, invoiceMailId: string): Promise<PdfFile> {
    const file = await this.pdfOf(page, null);
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
    const notes = (isShown: (note: InvoiceHistory['creditNotes'][number]) => boolean) =>
      history.creditNotes.filter(isShown).map(({ number, createdAt, amountMinor }) => ({
        number,
        issuedOn: dayOf(createdAt),
        amount: money(amountMinor),
      }));
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
      credits: notes(({ refundId }) => refundId === null),
      refunds: notes(({ refundId }) => refundId !== null),
      balanceDue: dueOf(invoice),
      notes: invoice.notes,
      link: invoice.status === 'draft' ? null : this.tokens.urlOf(invoice),
    };
  }

  /** Its address only where the business has proved it. That of its support comes first. */
  private async businessOf(ownerId: string, brand: PageBrand): Promise<InvoiceDocument['business']> {
    const { rows } = await this.pool.query<Omit<InvoiceDocument['business'], 'lines'>>(
      `SELECT ${PUBLIC_NAME} AS name,
              CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS email, u.country_code AS "countryCode"
         FROM users u WHERE u.id = $1`,
      [ownerId],
    );
    if (!rows[0]) throw notFound('Invoice');
    const email = brand.supportEmail ?? rows[0].email;
    const { postalAddress, supportPhone, supportUrl } = brand;
    const lines = [...(postalAddress?.split('\n') ?? []), email, supportPhone, supportUrl];
    return {
      ...rows[0],
      email,
      lines: lines.filter((line) => line !== null && line.trim() !== '') as string[],
    };
  }
}
