import {
  businessMark,
  html,
  type Html,
  layout,
  noticePage,
  type PageBrand,
  type PageContext,
  type PageScript,
  PAY_TEXTS,
  type PayText,
  Texts,
} from '@app/pages';
import type { Price } from '../attempts/attempt-terms';
import { publicStatus } from './public-status.view';
import type { RecurringCharge } from '../sessions/paid-for.port';
import type { PageSession } from './page.queries';
import { pageStatus, returnUrl } from './page.view';

type PayTexts = Texts<PayText>;

export interface PayPage extends PageContext {
  script: PageScript;
  session: PageSession;
  brand: PageBrand;
  /** What the card is charged; null where no exchange rate is set. */
  price: Price | null;
  /** What paying authorises beside the payment. */
  recurring: RecurringCharge | null;
  now: Date;
  theme: 'light' | 'dark' | null;
  /** The name of the service, at which buyers have wallets. */
  platform: string;
  forgotPasswordUrl: string;
}

/** The hosted page of a session in any state. It can be read without its script, which draws the forms to pay. */
export function payPage(page: PayPage): string {
  const { session, brand, now, nonce, locale, theme, style, script } = page;
  const texts = new Texts(locale, PAY_TEXTS);
  const status = pageStatus(session, now);
  return layout({
    title: `${texts.t(`title.${status}`)} – ${session.payee}`,
    isTest: session.mode === 'test',
    texts,
    theme,
    nonce,
    style,
    brand,
    script: isUnavailable(session, status) ? null : { ...script, start: startOf(page) },
    content: html`${summary(texts, session, brand, status)} ${panel(texts, session, status)}`,
  });
}

/** The texts of an address that belongs to no session. */
export const NO_SESSION = { title: 'none.title', text: 'none.text' } as const;

export const noSessionPage = (page: PageContext) => noticePage(page, PAY_TEXTS, NO_SESSION);

function startOf({
  session,
  brand,
  price,
  recurring,
  now,
  locale,
  platform,
  forgotPasswordUrl,
}: PayPage): object {
  return {
    session: publicStatus(session, now),
    logo: brand.logo,
    now: now.toISOString(),
    card: price && {
      amount: price.charge.toJsonNumber(),
      currency: price.charge.currency,
      rate: price.rate?.toJsonNumber() ?? null,
    },
    recurring: recurring && {
      amount: recurring.cap.toJsonNumber(),
      currency: recurring.cap.currency,
      interval: recurring.interval,
      count: recurring.intervalCount,
      from: recurring.from,
    },
    isDeposit: session.purpose === 'deposit',
    cancelUrl: session.cancelUrl,
    platform,
    forgotPasswordUrl,
    embedOrigins: session.embedOrigins,
    lang: locale,
  };
}

function summary(
  texts: PayTexts,
  session: PageSession,
  brand: PageBrand,
  status: PageSession['status'],
): Html {
  const { amount, fee, escrow, payee, purpose, description } = session;
  const total = amount.plus(fee);
  const label = status === 'completed' || status === 'expired' ? status : 'pending';
  return html`<section class="summary" aria-label="${texts.t('summary.label')}">
    <p class="payee">${businessMark(brand, payee)}<span>${payee}</span></p>
    <p class="summary-label">${texts.t(purpose === 'deposit' ? 'summary.deposit' : `summary.${label}`)}</p>
    <p class="amount"><span id="amount">${texts.money(total)}</span></p>
    ${description && html`<p class="description typed">${description}</p>`}
    ${
      escrow &&
      html`<dl class="lines">
        <dt>${texts.t('summary.order')}</dt>
        <dd>${texts.money(amount)}</dd>
        <dt>${texts.t('summary.fee')}</dt>
        <dd>${texts.money(fee)}</dd>
      </dl>`
    }
  </section>`;
}

/** No payment may begin. One that is under way goes on. */
function isUnavailable({ takesPayments }: PageSession, status: PageSession['status']): boolean {
  return status === 'pending' && !takesPayments;
}

/** The state of the session for readers without scripts; the script replaces it with the forms. */
function panel(texts: PayTexts, session: PageSession, status: PageSession['status']): Html {
  const { payee: merchant, cancelUrl } = session;
  if (status === 'completed') {
    const back = returnUrl(session);
    return html`<section class="panel outcome">
      <h1>${texts.t('paid.title')}</h1>
      ${back && html`<a class="button" href="${back}" rel="noreferrer">${texts.t('paid.return', { merchant })}</a>`}
    </section>`;
  }
  if (status === 'expired') {
    return html`<section class="panel outcome">
      <h1>${texts.t('expired.title')}</h1>
      <p>${texts.t('expired.text', { merchant })}</p>
    </section>`;
  }
  if (isUnavailable(session, status)) {
    return html`<section class="panel outcome">
      <h1>${texts.t('unavailable.title')}</h1>
      <p>${texts.t('unavailable.text', { merchant })}</p>
      ${cancelUrl && html`<p><a href="${cancelUrl}" rel="noreferrer">${texts.t('cancel', { merchant })}</a></p>`}
    </section>`;
  }
  return html`<section class="panel outcome">
    <span class="spinner large" role="img" aria-label="${texts.t('loading')}"></span>
    <p class="late">${texts.t('problem.load')}</p>
    <noscript><p class="notice bad">${texts.t('noscript')}</p></noscript>
    ${cancelUrl && html`<p><a href="${cancelUrl}" rel="noreferrer">${texts.t('cancel', { merchant })}</a></p>`}
  </section>`;
}
