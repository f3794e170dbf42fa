import { businessMark, html, type Html, layout, type PageBrand, type PageContext, Texts } from '@app/pages';
import type { PaymentLink } from '../links/payment-link.aggregate';
import type { Need } from '../collecting.service';
import { notOpenYet } from './not-open-yet.view';
import { INVOICE_TEXTS, type InvoiceTexts } from './page-texts';

export interface LinkPage extends PageContext {
  link: PaymentLink;
  /** The name of the merchant. */
  payee: string;
  brand: PageBrand;
  need: Need;
}

/** The page on which every visitor can pay a merchant. It needs no script. */
export function linkPage({ link, payee, brand, need, path, nonce, locale, style }: LinkPage): string {
  const texts = new Texts(locale, INVOICE_TEXTS);
  return layout({
    title: `${link.title} – ${payee}`,
    isTest: link.mode === 'test',
    texts,
    nonce,
    style,
    brand,
    foot: texts.t('link.foot'),
    content: html`${summary(texts, link, payee, brand)}
    ${need ? notOpenYet(texts, payee) : form(texts, link, payee, path)}`,
  });
}

function summary(
  texts: InvoiceTexts,
  { title, description, amount }: PaymentLink,
  payee: string,
  brand: PageBrand,
): Html {
  return html`<section class="summary" aria-label="${texts.t('invoice.label')}">
    <p class="payee">
      ${businessMark(brand, payee)}
      <span>${texts.t('link.from', { business: payee })}</span>
    </p>
    <p class="summary-label">${title}</p>
    ${
      amount
        ? html`<p class="amount">
            <span id="amount">${texts.money(amount)}</span> <abbr>${amount.currency}</abbr>
          </p>`
        : html`<p>${texts.t('link.amount.any')}</p>`
    }
    ${description && html`<p class="description typed">${description}</p>`}
  </section>`;
}

function form(texts: InvoiceTexts, link: PaymentLink, payee: string, path: string): Html {
  return html`<section class="panel">
    <h1>${texts.t('link.pay.title', { business: payee })}</h1>
    <form method="post" action="${path}/pay?lang=${texts.locale}">
      ${!link.amount && amountField(texts, link)}
      <div class="field">
        <label for="pay-email">${texts.t('link.email')}</label>
        <input id="pay-email" name="email" type="email" maxlength="254" autocomplete="email" />
      </div>
      <button class="button">${texts.t('link.pay')}</button>
    </form>
  </section>`;
}

function amountField(texts: InvoiceTexts, { minAmount, maxAmount, currency }: PaymentLink): Html {
  const min = minAmount ? texts.money(minAmount) : '';
  const max = maxAmount ? texts.money(maxAmount) : '';
  const bounds = min && max ? 'between' : min ? 'from' : max ? 'to' : null;
  return html`<div class="field">
    <label for="pay-amount">${texts.t('link.amount')} (${currency})</label>
    <input
      id="pay-amount"
      name="amount"
      type="number"
      inputmode="decimal"
      min="${minAmount?.text ?? '0.01'}"
      ${maxAmount && html`max="${maxAmount.text}"`}
      step="0.01"
      required
      ${bounds && html`aria-describedby="pay-amount-hint"`}
    />
    ${bounds && html`<p class="fine" id="pay-amount-hint">${texts.t(`link.amount.${bounds}`, { min, max })}</p>`}
  </div>`;
}
