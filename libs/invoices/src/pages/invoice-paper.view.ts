import { html, type Html } from '@app/pages';
import type { Money } from '@app/kernel';
import type { InvoiceDocument } from '../invoices/invoice-document';
import type { InvoiceTexts } from './page-texts';

type Method = 'card' | 'bank_transfer' | 'ussd' | 'wallet' | 'mobile_money' | 'extwallet';

/** The invoice itself: addresses, dates, lines, totals and payments. */
export function invoicePaper(texts: InvoiceTexts, document: InvoiceDocument): Html {
  const { business, client, number, issuedOn, dueOn, notes } = document;
  const due = dueOn === null ? texts.t('invoice.no-due-date') : texts.day(dueOn);
  return html`<article class="paper panel" aria-label="${texts.t('invoice.document')}">
    <header class="paper-head">
      <p>
        <strong>${business.name}</strong>${business.lines.map(
          (line) => html`<br /><span dir="auto">${line}</span>`,
        )}
      </p>
      <h2>${texts.t('invoice.title', { number })}</h2>
    </header>
    <dl class="paper-facts">
      <div>
        <dt>${texts.t('invoice.billed-to')}</dt>
        <dd>${client.name}<br /><span class="fine">${client.email}</span></dd>
      </div>
      <div>
        <dt>${texts.t('invoice.issued')}</dt>
        <dd>${issuedOn === null ? texts.t('invoice.not-issued') : texts.day(issuedOn)}</dd>
      </div>
      <div>
        <dt>${texts.t('invoice.due-date')}</dt>
        <dd>${due}</dd>
      </div>
    </dl>
    ${lines(texts, document)} ${totals(texts, document)}
    ${
      notes &&
      html`<section>
        <h3>${texts.t('invoice.notes')}</h3>
        <p class="typed">${notes}</p>
      </section>`
    }
  </article>`;
}

function lines(texts: InvoiceTexts, document: InvoiceDocument): Html {
  const percent = (rate: string | null) => (rate === null ? '–' : `${texts.decimal(rate)}\u00a0%`);
  const rows = document.lines.map((line) => {
    const quantity = texts.decimal(line.quantity);
    const price = texts.money(line.unitPrice);
    const taxed =
      line.taxRate === null
        ? ''
        : ` · ${texts.t('invoice.tax-rate', { percent: texts.decimal(line.taxRate) })}`;
    const detail = `${quantity} × ${price}${taxed}`;
    return html`<tr>
      <th scope="row">
        <span class="typed">${line.description}</span><span class="line-detail">${detail}</span>
      </th>
      <td class="wide">${quantity}</td>
      <td class="wide">${price}</td>
      <td class="wide">${percent(line.taxRate)}</td>
      <td>${texts.money(line.amount)}</td>
    </tr>`;
  });
  return html`<table class="paper-lines">
    <thead>
      <tr>
        <th scope="col">${texts.t('invoice.description')}</th>
        <th scope="col" class="wide">${texts.t('invoice.quantity')}</th>
        <th scope="col" class="wide">${texts.t('invoice.unit-price')}</th>
        <th scope="col" class="wide">${texts.t('invoice.tax')}</th>
        <th scope="col">${texts.t('invoice.amount')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function totals(texts: InvoiceTexts, document: InvoiceDocument): Html {
  const { subtotal, discount, taxes, total, payments, credits, refunds, balanceDue, status } = document;
  const less = (label: string, amount: Money) => row(label, `−${texts.money(amount)}`);
  return html`<dl class="paper-totals">
    ${row(texts.t('invoice.subtotal'), texts.money(subtotal))}
    ${discount && less(texts.t('invoice.discount', { percent: texts.decimal(discount.percent) }), discount.amount)}
    ${taxes.map(({ rate, amount }) =>
      row(texts.t('invoice.tax-rate', { percent: texts.decimal(rate) }), texts.money(amount)),
    )}
    ${row(texts.t('invoice.total'), texts.money(total), 'strong')}
    ${payments.map(({ paidOn, method, amount }) =>
      less(
        texts.t('invoice.payment', { day: texts.day(paidOn), method: texts.t(`method.${method as Method}`) }),
        amount,
      ),
    )}
    ${credits.map(({ number, amount }) => less(texts.t('invoice.credit', { number }), amount))}
    ${status !== 'void' && row(texts.t('invoice.balance'), texts.money(balanceDue), 'strong')}
    ${refunds.map(({ number, amount }) => row(texts.t('invoice.refund', { number }), texts.money(amount)))}
  </dl>`;
}

function row(label: string, value: string, weight = ''): Html {
  return html`<dt class="${weight}">${label}</dt>
    <dd class="${weight}">${value}</dd>`;
}
