import { businessMark, html, type Html, layout, type PageContext, Texts } from '@app/pages';
import type { InvoicePage } from '../invoices/invoice-documents.service';
import { invoicePaper } from './invoice-paper.view';
import { notOpenYet } from './not-open-yet.view';
import { INVOICE_TEXTS, type InvoiceTexts } from './page-texts';

export interface InvoicePageContext extends PageContext {
  page: InvoicePage;
}

/** The page on which a client reads and pays an invoice. It needs no script. */
export function invoicePage({ page, path, nonce, locale, style }: InvoicePageContext): string {
  const { document, brand } = page;
  const texts = new Texts(locale, INVOICE_TEXTS);
  const isDraft = document.status === 'draft';
  return layout({
    title: `${texts.t('invoice.title', { number: document.number })} – ${document.business.name}`,
    isTest: document.mode === 'test',
    texts,
    nonce,
    style,
    brand,
    foot: texts.t('invoice.foot'),
    content: html`${isDraft ? '' : summary(texts, page)} ${panel(texts, page, path)}
    ${isDraft ? '' : invoicePaper(texts, document)}`,
  });
}

/** The page on which a client stops the reminders of an invoice. */
export function remindersPage({ page, path, nonce, locale, style }: InvoicePageContext): string {
  const texts = new Texts(locale, INVOICE_TEXTS);
  const { document, brand, reminders } = page;
  const title = texts.t('invoice.reminders.title', { number: document.number });
  const content = html`<section class="panel outcome">
    <h1>${title}</h1>
    <p>${texts.t(reminders ? 'invoice.reminders.text' : 'invoice.reminders.stopped')}</p>
    ${
      reminders &&
      html`<form method="post" action="${path}/reminders?lang=${locale}">
        <button class="button">${texts.t('invoice.reminders.stop')}</button>
      </form>`
    }
    <p><a href="${path}?lang=${locale}">${texts.t('invoice.form.back')}</a></p>
  </section>`;
  const isTest = document.mode === 'test';
  const foot = texts.t('invoice.foot');
  return layout({
    title,
    texts,
    nonce,
    style,
    brand,
    content,
    foot,
    isTest,
    path: `${path}/reminders`,
  });
}

function summary(texts: InvoiceTexts, { document, brand }: InvoicePage): Html {
  const { business, number, dueOn, status, balanceDue, total } = document;
  const isOpen = status === 'sent' || status === 'overdue';
  const shown = isOpen ? balanceDue : total;
  return html`<section class="summary" aria-label="${texts.t('invoice.label')}">
    <p class="payee">
      ${businessMark(brand, business.name)}
      <span>${texts.t('invoice.from', { business: business.name })}</span>
    </p>
    <p class="summary-label">${texts.t(isOpen ? 'invoice.due' : 'invoice.total')}</p>
    <p class="amount"><span id="amount">${texts.money(shown)}</span></p>
    <p class="description">
      ${number}${dueOn && isOpen ? ` · ${texts.t('invoice.due-on', { day: texts.day(dueOn) })}` : ''}
    </p>
    <p><span class="badge ${status}">${texts.t(`invoice.status.${status}`)}</span></p>
  </section>`;
}

function panel(texts: InvoiceTexts, page: InvoicePage, path: string): Html {
  const { document, allowPartial, inFlight, need } = page;
  const { status, balanceDue, business } = document;
  if (status === 'draft' || status === 'paid' || status === 'void') {
    return html`<section class="panel outcome">
      <h1>${texts.t(`invoice.${status}.title`)}</h1>
      <p>${texts.t(`invoice.${status}.text`, { business: business.name })}</p>
    </section>`;
  }
  if (need) return notOpenYet(texts, business.name);
  const payable = balanceDue.minus(inFlight);
  // Where all of it is under way, the form leads to that payment.
  const isPayable = payable.minor > 0n;
  const amount = texts.money(payable);
  return html`<section class="panel">
    <h1>${texts.t(isPayable ? 'invoice.pay.title' : 'invoice.in-flight.title')}</h1>
    ${
      !inFlight.isZero && html`<p>${texts.t('invoice.in-flight.text', { amount: texts.money(inFlight) })}</p>`
    }
    <form method="post" action="${path}/pay?lang=${texts.locale}">
      ${isPayable && allowPartial && partField(texts, payable.text, amount)}
      <button class="button">
        ${
          isPayable && !allowPartial
            ? texts.t('invoice.pay', { amount })
            : texts.t(isPayable ? 'invoice.pay.continue' : 'invoice.in-flight.show')
        }
      </button>
    </form>
    ${isPayable && html`<p class="fine">${texts.t('invoice.pay.text')}</p>`}
  </section>`;
}

function partField(texts: InvoiceTexts, due: string, amount: string): Html {
  return html`<div class="field">
    <label for="pay-amount">${texts.t('invoice.pay.part')}</label>
    <input
      id="pay-amount"
      name="amount"
      type="number"
      inputmode="decimal"
      min="0.01"
      max="${due}"
      step="0.01"
      value="${due}"
      required
      aria-describedby="pay-amount-hint"
    />
    <p class="fine" id="pay-amount-hint">${texts.t('invoice.pay.part.hint', { amount })}</p>
  </div>`;
}
