import { type PageTexts, Texts } from '@app/pages';
import { encode } from 'uqr';
import type { DocumentLine, InvoiceDocument } from './invoice-document';
import type { InvoiceSheet, SheetFact, SheetRow, SheetTotal } from '../pdf/invoice-sheet';
import en from './locales/en.json';
import fr from './locales/fr.json';

type TextName = keyof typeof en;
const TEXTS: PageTexts<TextName> = { en, fr };

/** Countries that print on Letter paper. */
const LETTER = new Set(['US', 'CA']);
const MINUS = '−';

/** The texts of an invoice as printed, in its language, and the logo above them. */
export function sheetOf(document: InvoiceDocument, logo: InvoiceSheet['logo'] = null): InvoiceSheet {
  return new SheetTexts(document).sheet(logo);
}

class SheetTexts {
  private readonly texts: Texts<TextName>;
  private readonly days: Intl.DateTimeFormat;
  private readonly decimals: Intl.NumberFormat;

  constructor(private readonly document: InvoiceDocument) {
    const { language } = document;
    this.texts = new Texts(language, TEXTS);
    this.days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    this.decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  }

  sheet(logo: InvoiceSheet['logo']): InvoiceSheet {
    const { language, number, status, mode, business, createdOn, issuedOn, lines, notes } = this.document;
    const { texts } = this;
    return {
      language,
      title: texts.t('title', { number }),
      date: Date.parse(issuedOn ?? createdOn),
      paper: LETTER.has(business.countryCode) ? 'LETTER' : 'A4',
      testNotice: mode === 'test' ? texts.t('test') : null,
      business: business.name,
      businessLines: business.lines,
      logo,
      heading: texts.t('heading'),
      number,
      status: texts.t(`status.${status}`),
      facts: this.facts(),
      columns: this.columns(),
      rows: lines.map((line) => this.row(line)),
      totals: this.totals(),
      payment: this.payment(),
      notes: notes === null ? null : { label: texts.t('notes'), text: notes },
      unprintableNotice: texts.t('unprintable'),
      foot: texts.t('page', { page: '{page}', pages: '{pages}' }),
    };
  }

  private facts(): SheetFact[] {
    const { client, status, issuedOn, dueOn, total, balanceDue } = this.document;
    const { texts } = this;
    // Nothing is due on a draft.
    const [label, amount] =
      status === 'draft' ? (['total', total] as const) : (['amount-due', balanceDue] as const);
    return [
      { label: texts.t('billed-to'), lines: [client.name, client.email] },
      { label: texts.t('issued'), lines: [issuedOn === null ? texts.t('not-issued') : this.day(issuedOn)] },
      { label: texts.t('due'), lines: [dueOn === null ? texts.t('any-time') : this.day(dueOn)] },
      { label: texts.t(label), lines: [texts.money(amount)], strong: true },
    ];
  }

  private columns(): SheetRow {
    const { texts } = this;
    return {
      description: texts.t('description'),
      quantity: texts.t('quantity'),
      unitPrice: texts.t('unit-price'),
      tax: texts.t('tax'),
      amount: texts.t('amount'),
    };
  }

  private row({ description, quantity, unitPrice, taxRate, amount }: DocumentLine): SheetRow {
    return {
      description,
      quantity: this.decimal(quantity),
      unitPrice: this.texts.money(unitPrice),
      tax: taxRate === null ? '' : this.texts.t('rate', { rate: this.decimal(taxRate) }),
      amount: this.texts.money(amount),
    };
  }

  private totals(): SheetTotal[] {
    const { subtotal, discount, taxes, total, payments, credits, refunds, balanceDue } = this.document;
    const { texts } = this;
    const lessened = [
      ...payments.map(({ paidOn, amount }) => ({
        label: texts.t('payment', { day: this.day(paidOn) }),
        amount: `${MINUS}${texts.money(amount)}`,
      })),
      ...credits.map(({ number, issuedOn, amount }) => ({
        label: texts.t('credit', { number, day: this.day(issuedOn) }),
        amount: `${MINUS}${texts.money(amount)}`,
      })),
    ];
    return [
      { label: texts.t('subtotal'), amount: texts.money(subtotal) },
      ...(discount
        ? [
            {
              label: texts.t('discount', { percent: this.decimal(discount.percent) }),
              amount: `${MINUS}${texts.money(discount.amount)}`,
            },
          ]
        : []),
      ...taxes.map(({ rate, amount }) => ({
        label: texts.t('tax-of', { rate: this.decimal(rate) }),
        amount: texts.money(amount),
      })),
      { label: texts.t('total'), amount: texts.money(total), strong: true },
      ...lessened,
      ...(lessened.length > 0
        ? [{ label: texts.t('balance-due'), amount: texts.money(balanceDue), strong: true }]
        : []),
      ...refunds.map(({ number, issuedOn, amount }) => ({
        label: texts.t('refund', { number, day: this.day(issuedOn) }),
        amount: texts.money(amount),
      })),
    ];
  }

  private payment(): InvoiceSheet['payment'] {
    const { link, balanceDue } = this.document;
    if (link === null || balanceDue.isZero) return null;
    return {
      label: this.texts.t('pay-online'),
      url: link,
      qr: encode(link, { border: 0 }).data,
      qrDescription: this.texts.t('qr', { url: link }),
    };
  }

  private day(date: string): string {
    return this.days.format(new Date(date));
  }

  private decimal(text: string): string {
    return this.decimals.format(text as Intl.StringNumericLiteral);
  }
}
