import type { Money } from '@app/kernel';
import type { PageSession } from '../page.queries';
import { pageStatus, returnUrl } from '../page.view';
import { writtenAmount, writtenTime } from './amounts';
import { html, type Html } from './html';
import { layout } from './layout';
import { cardPanel, codeForm } from './pay-forms';

/** After this a paid page is a receipt somebody looks at again, not one to be led away from. */
const JUST_PAID_MS = 5 * 60_000;

export interface PayPage {
  session: PageSession;
  /** The token of the page's address, for the script's calls. */
  token: string;
  /** What the card is charged; null where no rate is set. */
  price: Money | null;
  now: Date;
  nonce: string;
}

const TICK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5" /></svg>`;
const CLOCK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="9" />
  <path d="M12 7v5l3 2" />
</svg>`;

/** The hosted page in whatever state its session is. Complete without scripts, but for the card form. */
export function payPage(page: PayPage): string {
  const { session, token, now, nonce } = page;
  const status = pageStatus(session, now);
  const { attempt } = session;
  const isWaiting = status === 'processing' && attempt?.status === 'waiting';
  const step = isWaiting ? (attempt.authMode ?? '') : '';
  return layout({
    title: `${titleOf(status)} – ${session.payee}`,
    isTest: session.mode === 'test',
    nonce,
    data: {
      session: session.sessionId,
      token,
      status,
      step,
      'gw-ref': isWaiting ? attempt.gwRef : null,
      follow: status === 'processing' ? '' : null,
      'leave-to': leaveTo(page),
    },
    content: html`${summary(page, status)} ${panel(page, status)}`,
  });
}

/** What stands at an address that is no session's. */
export function noSuchPage(nonce: string): string {
  const content = html`<section class="panel outcome">
    <span class="outcome-mark over">${CLOCK}</span>
    <h1>There is nothing to pay here</h1>
    <p>Check the link, or ask whoever sent it for a new one.</p>
  </section>`;
  return layout({ title: 'Not found', isTest: false, nonce, data: {}, content });
}

/** Where a buyer who has just paid is led by itself. */
function leaveTo({ session, now }: PayPage): string | null {
  const { paidAt } = session;
  return paidAt && now.getTime() - paidAt.getTime() < JUST_PAID_MS ? returnUrl(session) : null;
}

function titleOf(status: PageSession['status']): string {
  return { pending: 'Pay', processing: 'Confirm your payment', completed: 'Paid', expired: 'Expired' }[
    status
  ];
}

function labelOf(purpose: PageSession['purpose'], status: PageSession['status']): string {
  if (purpose === 'deposit') return 'Add to your wallet';
  return { pending: 'Amount to pay', processing: 'Amount to pay', completed: 'You paid', expired: 'Amount' }[
    status
  ];
}

function summary({ session, price }: PayPage, status: PageSession['status']): Html {
  const { amount, payee, purpose, description } = session;
  const label = labelOf(purpose, status);
  const converted = status === 'pending' && price && price.currency !== amount.currency;
  return html`<section class="summary" aria-label="Summary">
    <p class="payee">
      <span class="payee-mark" aria-hidden="true">${[...payee][0] ?? ''}</span><span>${payee}</span>
    </p>
    <p class="summary-label">${label}</p>
    <p class="amount"><span id="amount">${writtenAmount(amount)}</span> <abbr>${amount.currency}</abbr></p>
    ${description && html`<p class="description">${description}</p>`}
    ${converted && html`<p class="converted">Your card is charged ${writtenAmount(price)} (${price.currency}).</p>`}
  </section>`;
}

function panel(page: PayPage, status: PageSession['status']): Html {
  switch (status) {
    case 'pending':
      return cardPanel(page);
    case 'processing':
      return nextStep(page.session);
    case 'completed':
      return paid(page.session, leaveTo(page) !== null);
    case 'expired':
      return expired(page.session);
  }
}

function nextStep(session: PageSession): Html {
  const { attempt } = session;
  if (attempt?.status !== 'waiting' || attempt.authMode === null) {
    return html`<section class="panel outcome" aria-live="polite">
      <span class="spinner large" aria-hidden="true"></span>
      <h1>Confirming your payment</h1>
      <p>This takes a few seconds. You can leave this page open; there is no need to pay again.</p>
    </section>`;
  }
  if (attempt.authMode !== 'redirect') return codeForm(attempt.authMode);
  return html`<section class="panel" aria-live="polite">
    <h1>Confirm with your bank</h1>
    <p>Confirm the payment on your bank's page. You come back here afterwards.</p>
    <p class="notice bad" id="problem" role="alert" tabindex="-1" hidden></p>
    <a class="button" href="${attempt.redirectUrl}" rel="noreferrer">Continue to your bank</a>
    <button class="button quiet" id="other-card" type="button" hidden>Use another card</button>
  </section>`;
}

function paid(session: PageSession, leavesSoon: boolean): Html {
  const { amount, payee, paidAt, sessionId, attempt } = session;
  const back = returnUrl(session);
  const charge = attempt && attempt.charge.currency !== amount.currency ? attempt.charge : null;
  return html`<section class="panel outcome">
    <span class="outcome-mark">${TICK}</span>
    <h1>Payment complete</h1>
    <dl class="receipt">
      <dt>Paid to</dt>
      <dd>${payee}</dd>
      <dt>Amount</dt>
      <dd>${writtenAmount(amount)}</dd>
      ${
        charge &&
        html`<dt>Charged to your card</dt>
          <dd>${writtenAmount(charge)}</dd>`
      }
      <dt>Time</dt>
      <dd>${paidAt && writtenTime(paidAt)}</dd>
      <dt>Reference</dt>
      <dd>${sessionId}</dd>
    </dl>
    ${back && html`<a class="button" href="${back}" rel="noreferrer">Return to ${payee}</a>`}
    ${leavesSoon && html`<p class="fine">You are taken back in a moment.</p>`}
  </section>`;
}

function expired({ cancelUrl, payee, attempt }: PageSession): Html {
  const cameLate = attempt?.status === 'unapplied' || attempt?.status === 'refunded';
  return html`<section class="panel outcome">
    <span class="outcome-mark over">${CLOCK}</span>
    <h1>This payment link has expired</h1>
    <p>
      ${cameLate && 'Your payment came after that. It was not passed on, and will be returned to you. '}Ask
      ${payee} for a new link.
    </p>
    ${cancelUrl && html`<a class="button quiet" href="${cancelUrl}" rel="noreferrer">Return to ${payee}</a>`}
  </section>`;
}
