import type { Money } from '@app/kernel';
import { type Html, html } from '@app/pages';
import type { OwnSubscriptionFacts } from '../customers/own-subscription.view';
import type { SubscriptionTexts } from './page-texts';

export function payForm(texts: SubscriptionTexts, path: string, { amount }: { amount: Money }): Html {
  return html`<form method="post" action="${path}/pay?lang=${texts.locale}">
    <button class="button">${texts.t('subscription.pay', { amount: texts.money(amount) })}</button>
  </form>`;
}

export function resumeForm(texts: SubscriptionTexts, path: string, isMain: boolean): Html {
  return html`<form method="post" action="${path}/resume?lang=${texts.locale}">
    <button class="button${isMain ? '' : ' quiet'}">${texts.t('subscription.resume')}</button>
  </form>`;
}

/** Removes the saved card; the link of the next bill saves another one. */
export function replaceCardForm(
  texts: SubscriptionTexts,
  path: string,
  { subscription, card }: OwnSubscriptionFacts,
): Html {
  const day = texts.day(subscription.cycle.periodEnd.toISOString().slice(0, 10));
  return html`<details class="cancel">
    <summary>${texts.t('subscription.card.replace')}</summary>
    <form method="post" action="${path}/replace-card?lang=${texts.locale}">
      <p>${texts.t('subscription.card.replace.text', { last4: card!.last4, day })}</p>
      <button class="button quiet">${texts.t('subscription.card.replace.send')}</button>
    </form>
  </details>`;
}

/** Both ways to cancel, each with what it means for the period and for what is still due. */
export function cancelForm(
  texts: SubscriptionTexts,
  path: string,
  { subscription, unpaid }: OwnSubscriptionFacts,
): Html {
  const day = texts.day(subscription.cycle.periodEnd.toISOString().slice(0, 10));
  const amount = unpaid ? texts.money(unpaid.amount) : '';
  const { status, credit } = subscription;
  const isTrial = status === 'trialing';
  const atEnd = unpaid ? 'subscription.cancel.end.owed' : 'subscription.cancel.end.text';
  const now = unpaid ? 'subscription.cancel.now.owed' : 'subscription.cancel.now.text';
  return html`<details class="cancel">
    <summary>${texts.t('subscription.cancel')}</summary>
    <form method="post" action="${path}/cancel?lang=${texts.locale}">
      <fieldset class="choices">
        <legend class="hidden">${texts.t('subscription.cancel.when')}</legend>
        ${choice('period_end', texts.t('subscription.cancel.end', { day }), texts.t(isTrial ? 'subscription.cancel.end.trial' : atEnd, { amount }), true)}
        ${choice('now', texts.t('subscription.cancel.now'), texts.t(isTrial ? 'subscription.cancel.now.trial' : now, { amount }), false)}
      </fieldset>
      ${!credit.isZero && html`<p>${texts.t('subscription.cancel.credit', { credit: texts.money(credit) })}</p>`}
      <button class="button quiet">${texts.t('subscription.cancel.send')}</button>
    </form>
  </details>`;
}

function choice(value: string, label: string, text: string, isChosen: boolean): Html {
  return html`<label class="sure">
    <input type="radio" name="when" value="${value}" required ${isChosen && 'checked'} />
    <span><strong>${label}</strong><br /><span class="choice-text">${text}</span></span>
  </label>`;
}
