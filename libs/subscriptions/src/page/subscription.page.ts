import { businessMark, type Html, html, layout, type PageBrand, type PageContext, Texts } from '@app/pages';
import type { SubscriptionWithInvoices } from '../customers/own-subscription-reader.service';
import type { OwnSubscriptionFacts } from '../customers/own-subscription.view';
import type { SubscriptionInvoiceFacts } from '../invoices/subscription-invoice.view';
import { payableOf } from '../subscriptions/plan-change.policy';
import type { SubscriptionStatus } from '../subscriptions/subscription.states';
import { chargeTextsOf } from './charge-texts.policy';
import { cancelForm, payForm, replaceCardForm, resumeForm } from './forms.view';
import { SUBSCRIPTION_TEXTS, type SubscriptionTexts } from './page-texts';

export type SubscriptionPage = PageContext & SubscriptionWithInvoices;

/** The page on which a customer sees, pays and cancels a subscription. It needs no script. */
export function subscriptionPage({
  facts,
  invoices,
  brand,
  path,
  nonce,
  locale,
  style,
}: SubscriptionPage): string {
  const texts = new Texts(locale, SUBSCRIPTION_TEXTS);
  const { subscription, merchantName } = facts;
  const isStarted = isStartedOf(subscription.status, invoices);
  return layout({
    title: `${subscription.cycle.planName} – ${merchantName}`,
    isTest: subscription.mode === 'test',
    texts,
    nonce,
    style,
    brand,
    foot: texts.t('subscription.foot', { merchant: merchantName }),
    content: html`${summary(texts, facts, brand, isStarted)} ${panel(texts, facts, path, isStarted)}
    ${history(texts, invoices)}`,
  });
}

/**
 * Whether a period was paid, or a trial runs or ran into a payment that is missing. Of the invoices that are shown one is
 * paid then, because three unpaid ones in a row end a subscription.
 */
function isStartedOf(status: SubscriptionStatus, invoices: readonly SubscriptionInvoiceFacts[]): boolean {
  return status !== 'active' || invoices.some((invoice) => invoice.status === 'paid');
}

function summary(
  texts: SubscriptionTexts,
  { subscription, merchantName }: OwnSubscriptionFacts,
  brand: PageBrand,
  isStarted: boolean,
): Html {
  const { cycle, status, cancelAtPeriodEnd } = subscription;
  const { amount, planName } = cycle;
  const badge = cancelAtPeriodEnd ? 'ending' : isStarted ? status : 'unstarted';
  return html`<section class="summary" aria-label="${texts.t('subscription.summary')}">
    <p class="payee">
      ${businessMark(brand, merchantName)}
      <span>${merchantName}</span>
    </p>
    <p class="summary-label">${planName}</p>
    <p class="amount"><span id="amount">${texts.money(amount)}</span></p>
    <p class="description">${everyCycle(texts, cycle)}</p>
    <p><span class="badge ${badge}">${texts.t(`subscription.status.${badge}`)}</span></p>
  </section>`;
}

function everyCycle(
  texts: SubscriptionTexts,
  { interval, intervalCount }: OwnSubscriptionFacts['subscription']['cycle'],
): string {
  if (intervalCount === 1) return texts.t(`subscription.every.${interval}`);
  return texts.t(`subscription.every-count.${interval}`, { count: String(intervalCount) });
}

function panel(
  texts: SubscriptionTexts,
  facts: OwnSubscriptionFacts,
  path: string,
  isStarted: boolean,
): Html {
  const { subscription, unpaid, change, card, nextPlan } = facts;
  const { status, cancelAtPeriodEnd, cycle } = subscription;
  if (status === 'cancelled') return ended(texts, facts);
  const day = dayOf(texts, cycle.periodEnd);
  const isWaiting = !isStarted && !cancelAtPeriodEnd;
  const title = cancelAtPeriodEnd ? 'ending' : isWaiting ? 'unstarted' : status;
  const charges = isWaiting ? [texts.t('subscription.unstarted.text')] : chargesOf(texts, facts);
  const isLate = unpaid?.status === 'failed';
  return html`<section class="panel">
    <h1>${texts.t(`subscription.${title}.title`, { day })}</h1>
    ${charges.map((text) => html`<p>${text}</p>`)}
    ${
      nextPlan &&
      html`<p class="notice due">
        ${texts.t('subscription.change', { day, plan: nextPlan.name, amount: texts.money(nextPlan.amount) })}
      </p>`
    }
    ${
      change &&
      html`<p class="notice due">
          ${texts.t('subscription.change.waits', { plan: change.planName, amount: texts.money(change.amount) })}
        </p>
        ${unpaid === null && payForm(texts, path, change)}`
    }
    ${
      unpaid &&
      html`<p class="notice ${isLate ? 'bad' : 'due'}">
          ${texts.t(isLate ? 'subscription.late' : 'subscription.due', {
            amount: texts.money(unpaid.amount),
            day: dayOf(texts, unpaid.dueAt),
          })}
        </p>
        ${payForm(texts, path, unpaid)}`
    }
    ${cancelAtPeriodEnd && resumeForm(texts, path, unpaid === null)}
    <dl class="receipt">
      ${
        status !== 'trialing' &&
        line(texts.t(isWaiting ? 'subscription.period.first' : 'subscription.period'), periodOf(texts, cycle))
      }
      ${
        subscription.nextBillingAt &&
        line(texts.t('subscription.next'), `${dayOf(texts, subscription.nextBillingAt)}`)
      }
      ${!subscription.credit.isZero && line(texts.t('subscription.credit'), texts.money(subscription.credit))}
      ${card && line(texts.t('subscription.card'), `•••• ${card.last4}`)}
      ${line(texts.t('subscription.customer'), subscription.customerEmail)}
      ${line(texts.t('subscription.reference'), subscription.subscriptionId)}
    </dl>
    ${card && unpaid === null && !cancelAtPeriodEnd && replaceCardForm(texts, path, facts)}
    ${!cancelAtPeriodEnd && cancelForm(texts, path, facts)}
  </section>`;
}

/** What is billed and charged; amounts are those that remain after the credit. */
function chargesOf(
  texts: SubscriptionTexts,
  { subscription, unpaid, card, nextPlan }: OwnSubscriptionFacts,
): string[] {
  const { status, cancelAtPeriodEnd, mandateId, credit, cycle } = subscription;
  const { amount } = payableOf((nextPlan ?? cycle).amount, credit);
  const keys = chargeTextsOf({
    status: status as Exclude<typeof status, 'cancelled'>,
    cancelAtPeriodEnd,
    authority: card ? 'card' : mandateId === null ? null : 'wallet',
    openBill: unpaid && (unpaid.awaitsCharge ? 'charge' : 'link'),
    coversNext: nextPlan?.isCovered ?? true,
    cardLasts: card !== null && card.validUntil > cycle.periodEnd,
    creditPaysNext: amount.isZero,
  });
  const values = {
    day: dayOf(texts, cycle.periodEnd),
    last4: card?.last4 ?? '',
    valid: card ? dayOf(texts, new Date(card.validUntil.getTime() - 1)) : '',
    amount: texts.money(amount),
    due: unpaid ? texts.money(unpaid.amount) : '',
  };
  return keys.map((key) => texts.t(key, values));
}

function ended(texts: SubscriptionTexts, { subscription, merchantName }: OwnSubscriptionFacts): Html {
  const { cancellationReason, cancelledAt } = subscription;
  const text = `subscription.cancelled.${cancellationReason!}` as const;
  return html`<section class="panel">
    <h1>${texts.t('subscription.cancelled.title')}</h1>
    <p>${texts.t(text, { merchant: merchantName })}</p>
    <dl class="receipt">
      ${line(texts.t('subscription.ended'), dayOf(texts, cancelledAt!))}
      ${line(texts.t('subscription.customer'), subscription.customerEmail)}
      ${line(texts.t('subscription.reference'), subscription.subscriptionId)}
    </dl>
  </section>`;
}

function history(texts: SubscriptionTexts, invoices: readonly SubscriptionInvoiceFacts[]): Html {
  if (invoices.length === 0) return html``;
  const rows = invoices.map((invoice) => {
    const shown = invoice.voidedAt ? 'void' : invoice.status;
    return html`<tr>
      <th scope="row">${dayOf(texts, invoice.dueAt)}</th>
      <td>${texts.money(invoice.amount)}</td>
      <td><span class="badge ${shown}">${texts.t(`subscription.invoice.${shown}`)}</span></td>
    </tr>`;
  });
  return html`<section class="paper panel">
    <h2>${texts.t('subscription.invoices')}</h2>
    <table class="paper-lines">
      <thead>
        <tr>
          <th scope="col">${texts.t('subscription.invoice.date')}</th>
          <th scope="col">${texts.t('subscription.invoice.amount')}</th>
          <th scope="col">${texts.t('subscription.invoice.status')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

function periodOf(
  texts: SubscriptionTexts,
  { periodStart, periodEnd }: OwnSubscriptionFacts['subscription']['cycle'],
): string {
  return `${dayOf(texts, periodStart)} – ${dayOf(texts, periodEnd)}`;
}

function dayOf(texts: SubscriptionTexts, instant: Date): string {
  return texts.day(instant.toISOString().slice(0, 10));
}

function line(term: string, value: string): Html {
  return html`<dt>${term}</dt>
    <dd>${value}</dd>`;
}
