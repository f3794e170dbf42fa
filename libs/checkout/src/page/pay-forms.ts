import type { PageSession } from '../page.queries';
import { writtenAmount, writtenTime } from './amounts';
import { html, type Html } from './html';
import type { PayPage } from './pay-page';

const TEST_CARDS: readonly [number: string, outcome: string][] = [
  ['4000 0000 0000 0000', 'approved'],
  ['4000 0000 0000 0002', 'declined: insufficient funds'],
  ['4000 0000 0000 0010', 'declined'],
  ['4000 0000 0000 0226', 'asks for an OTP: 123456'],
  ['4000 0000 0000 0341', 'asks for the card PIN: 1234'],
  ['4000 0000 0000 3220', "asks on the bank's page"],
];

const NUMBER = {
  id: 'number',
  label: 'Card number',
  autocomplete: 'cc-number',
  placeholder: '1234 5678 9012 3456',
};
const EXPIRY = { id: 'expiry', label: 'Expiry date', autocomplete: 'cc-exp', placeholder: 'MM / YY' };
const CVV = { id: 'cvv', label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVV' };
const NAME = { id: 'name', label: 'Name on card (optional)', autocomplete: 'cc-name', inputmode: 'text' };

/** Where a card is entered, with what became of the last one. */
export function cardPanel({ session, price }: PayPage): Html {
  const { attempt, cancelUrl, payee, expiresAt, mode } = session;
  const failure = whatHappened(attempt);
  return html`<section class="panel" aria-labelledby="title">
    <h1 id="title">Pay by card</h1>
    <p class="notice bad" id="problem" role="alert" tabindex="-1" ${failure === '' && html`hidden`}>
      ${failure}
    </p>
    ${price ? cardForm(session) : html`<p class="notice bad">This amount cannot be paid by card just now.</p>`}
    ${mode === 'test' && testCards()}
    <div class="fine">
      <p>This link works until ${writtenTime(expiresAt)}.</p>
      ${cancelUrl && html`<p><a href="${cancelUrl}" rel="noreferrer">Cancel and return to ${payee}</a></p>`}
    </div>
  </section>`;
}

/** What became of the attempt before; '' where there is nothing to tell. */
function whatHappened(attempt: PageSession['attempt']): string {
  if (attempt?.status === 'failed') return `${attempt.failure ?? 'Declined'}. You were not charged.`;
  const isAside = attempt?.status === 'unapplied' || attempt?.status === 'refunded';
  return isAside
    ? 'The card company took another amount. It was not passed on, and will be returned to you.'
    : '';
}

/** Fields have no names and the button wakes up with the script: card data can never end up in an address. */
function cardForm({ amount }: PageSession): Html {
  return html`<form id="card-form" novalidate autocomplete="on">
    ${field({ ...NUMBER, after: html`<span class="brand" id="brand" hidden></span>` })}
    <div class="pair">${field(EXPIRY)} ${field(CVV)}</div>
    ${field(NAME)} ${submit(`Pay ${writtenAmount(amount)}`, 'Paying…')}
    <noscript><p class="notice bad">Turn on JavaScript to pay by card on this page.</p></noscript>
  </form>`;
}

/** The buyer proves that the card is theirs. */
export function codeForm(mode: 'pin' | 'otp'): Html {
  const [title, text, label] =
    mode === 'pin'
      ? ['Enter your card PIN', 'Your bank asks for the PIN of this card.', 'Card PIN']
      : ['Enter the code', 'Your bank has sent you a one-time password.', 'One-time password'];
  return html`<section class="panel" aria-labelledby="title">
    <h1 id="title">${title}</h1>
    <p>${text}</p>
    <p class="notice bad" id="problem" role="alert" tabindex="-1" hidden></p>
    <form id="code-form" novalidate autocomplete="off">
      ${field({
        ...{ id: 'code', label, className: 'code', focus: true },
        ...(mode === 'pin' ? { type: 'password', autocomplete: 'off' } : { autocomplete: 'one-time-code' }),
      })}
      ${submit('Confirm', 'Confirming…')}
    </form>
    <button class="button quiet" id="other-card" type="button" hidden>Use another card</button>
  </section>`;
}

interface Field {
  id: string;
  label: string;
  autocomplete?: string;
  placeholder?: string;
  type?: string;
  inputmode?: string;
  className?: string;
  focus?: boolean;
  after?: Html;
}

function field({ id, label, autocomplete = 'off', placeholder = '', ...rest }: Field): Html {
  const { type = 'text', inputmode = 'numeric', className = '', focus = false, after = null } = rest;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <div class="control">
      <input
        id="${id}"
        class="${className}"
        type="${type}"
        inputmode="${inputmode}"
        autocomplete="${autocomplete}"
        placeholder="${placeholder}"
        aria-describedby="${id}-error"
        spellcheck="false"
        ${focus && html`autofocus`}
      />
      ${after}
    </div>
    <span class="error" id="${id}-error" hidden></span>
  </div>`;
}

function submit(label: string, busy: string): Html {
  return html`<button class="button" type="submit" data-busy="${busy}" disabled>
    <span class="spinner" aria-hidden="true" hidden></span><span class="label">${label}</span>
  </button>`;
}

function testCards(): Html {
  return html`<details>
    <summary>Test cards</summary>
    <ul>
      ${TEST_CARDS.map(([number, outcome]) => html`<li><code>${number}</code> ${outcome}</li>`)}
    </ul>
    <p>Any later expiry date, any three digits.</p>
  </details>`;
}
