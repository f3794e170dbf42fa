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
    content: html`${summary(texts, link, payee, brand, need)}
    ${need ? notOpenYet(texts, payee) : form(texts, link, path)}`,
  });
}

function summary(texts: InvoiceTexts, link: PaymentLink, payee: string, brand: PageBrand, need: Need): Html {
  const { title, description, amount } = link;
  return html`<section class="summary" aria-label="${texts.t('invoice.label')}">
    <p class="payee">
      ${businessMark(brand, payee)}
      <span>${payee}</span>
    </p>
    ${
      // Where nothing can be paid, that is the heading.
      need ? html`<p class="summary-title">${title}</p>` : html`<h1 class="summary-title">${title}</h1>`
    }
    ${
      amount
        ? html`<p class="amount"><span id="amount">${texts.money(amount)}</span></p>`
        : html`<p>${texts.t('link.amount.any')}</p>`
    }
    ${description && html`<p class="description typed">${description}</p>`}
  </section>`;
}

function form(texts: InvoiceTexts, link: PaymentLink, path: string): Html {
  const { amount } = link;
  return html`<section class="panel" aria-label="${texts.t('link.pay.title')}">
    <form method="post" action="${path}/pay?lang=${texts.locale}">
      ${!amount && suggestions(texts, link)} ${!amount && amountField(texts, link)}
      <div class="field">
        <label for="pay-email">${texts.t('link.email')}</label>
        <input id="pay-email" name="email" type="email" maxlength="254" autocomplete="email" />
      </div>
      <button class="button">
        ${amount ? texts.t('invoice.pay', { amount: texts.money(amount) }) : texts.t('link.pay')}
      </button>
    </form>
  </section>`;
}

/** The first one is chosen; the field of another amount is shown where that is chosen. */
function suggestions(texts: InvoiceTexts, { suggestedAmounts }: PaymentLink): Html {
  if (suggestedAmounts.length === 0) return html``;
  const choices = suggestedAmounts.map((amount) => ({ value: amount.text, label: texts.money(amount) }));
  choices.push({ value: 'other', label: texts.t('link.amount.other') });
  return html`<fieldset class="methods suggestions">
    <legend>${texts.t('link.amount')}</legend>
    ${choices.map(
      ({ value, label }, i) =>
        html`<label class="method">
          <input type="radio" name="suggested" value="${value}" ${i === 0 && 'checked'} />
          <span>${label}</span>
        </label>`,
    )}
  </fieldset>`;
}

function amountField(texts: InvoiceTexts, link: PaymentLink): Html {
  const { minAmount, maxAmount, currency, suggestedAmounts } = link;
  const min = minAmount ? texts.money(minAmount) : '';
  const max = maxAmount ? texts.money(maxAmount) : '';
  const bounds = min && max ? 'between' : min ? 'from' : max ? 'to' : null;
  return html`<div class="field other-amount">
    <label for="pay-amount">${texts.t('link.amount')} (${currency})</label>
    <input
      id="pay-amount"
      name="amount"
      type="number"
      inputmode="decimal"
      ${
        // A browser does not send a form with a wrong value in a field that is hidden.
        suggestedAmounts.length > 0
          ? html`step="any"`
          : html`min="${minAmount?.text ?? '0.01'}" ${maxAmount && html`max="${maxAmount.text}"`} step="0.01"
            required`
      }
      ${bounds && html`aria-describedby="pay-amount-hint"`}
    />
    ${bounds && html`<p class="fine" id="pay-amount-hint">${texts.t(`link.amount.${bounds}`, { min, max })}</p>`}
  </div>`;
}
