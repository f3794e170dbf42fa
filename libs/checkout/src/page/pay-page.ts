import type { Money } from '@app/kernel';
import type { PageSession } from '../sessions/page.queries';
import { pageStatus, returnUrl } from '../sessions/page.view';
import { publicStatus } from '../sessions/public-status.view';
import { html, type Html } from './html';
import { layout, type PageMeans } from './layout';
import { Texts } from './locales';

export interface PayPage extends PageMeans {
  session: PageSession;
  /** What the card is charged; null where no rate is set. */
  price: Money | null;
  now: Date;
  theme: 'light' | 'dark' | null;
}

/** The hosted page in whatever state its session is: complete for reading; to pay, its script takes it over. */
export function payPage(page: PayPage): string {
  const { session, now, nonce, locale, theme, files } = page;
  const texts = new Texts(locale);
  const status = pageStatus(session, now);
  return layout({
    title: `${texts.t(`title.${status}`)} – ${session.payee}`,
    isTest: session.mode === 'test',
    ...{ texts, theme, nonce, files },
    start: startOf(page),
    content: html`${summary(texts, session, status)} ${panel(texts, session, status)}`,
  });
}

/** What stands where no session can be shown: there is none at this address, or not just now. */
export function noPage(
  why: 'none' | 'portal.none' | 'busy' | 'fault',
  { path, nonce, locale, files }: PageMeans & { path?: string },
): string {
  const texts = new Texts(locale);
  const title = texts.t(`${why}.title`);
  const content = html`<section class="panel outcome">
    <h1>${title}</h1>
    <p>${texts.t(`${why}.text`)}</p>
  </section>`;
  return layout({
    ...{ title, texts, nonce, files, content, path },
    isTest: false,
    theme: null,
    start: null,
  });
}

function startOf({ session, price, now, locale }: PayPage): object {
  return {
    session: publicStatus(session, now),
    now: now.toISOString(),
    card: price && { amount: price.toJsonNumber(), currency: price.currency },
    isDeposit: session.purpose === 'deposit',
    cancelUrl: session.cancelUrl,
    embedOrigins: session.embedOrigins,
    lang: locale,
  };
}

function summary(texts: Texts, session: PageSession, status: PageSession['status']): Html {
  const { amount, fee, escrow, payee, purpose, description } = session;
  const total = amount.plus(fee);
  const label = status === 'completed' || status === 'expired' ? status : 'pending';
  return html`<section class="summary" aria-label="${texts.t('summary.label')}">
    <p class="payee">
      <span class="payee-mark" aria-hidden="true">${[...payee][0] ?? ''}</span><span>${payee}</span>
    </p>
    <p class="summary-label">${texts.t(purpose === 'deposit' ? 'summary.deposit' : `summary.${label}`)}</p>
    <p class="amount"><span id="amount">${texts.money(total)}</span> <abbr>${amount.currency}</abbr></p>
    ${description && html`<p class="description">${description}</p>`}
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

/** What those without scripts read; the script puts what can be done in its place. */
function panel(texts: Texts, session: PageSession, status: PageSession['status']): Html {
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
  return html`<section class="panel outcome">
    <span class="spinner large" role="img" aria-label="${texts.t('loading')}"></span>
    <p class="late">${texts.t('problem.load')}</p>
    <noscript><p class="notice bad">${texts.t('noscript')}</p></noscript>
    ${cancelUrl && html`<p><a href="${cancelUrl}" rel="noreferrer">${texts.t('cancel', { merchant })}</a></p>`}
  </section>`;
}
