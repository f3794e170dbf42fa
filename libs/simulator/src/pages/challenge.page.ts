import { minorToText } from '@app/kernel';
import { html, type Html, htmlDocument, moneyText } from '@app/pages';
import type { SimulatedBvn } from '../bvn/simulated-bvns.store';
import type { SimulatedCharge } from '../charges/simulated-charge';
import type { SimulatedOrder } from '../wallet/wallet-orders.store';

/** The question of the simulated bank: the payment and two buttons. It works without scripts. */
export function challengePage(charge: SimulatedCharge, nonce: string): string {
  const { currency, amount_minor, merchant_name, method, last4, tx_ref } = charge;
  return bankPage(
    'Confirm your payment',
    html`<dl>
        <dt>Amount</dt>
        <dd>${amountText(amount_minor, currency)}</dd>
        ${merchantLine(merchant_name)}
        ${
          method === 'card' &&
          html`<dt>Card</dt>
            <dd>ending in ${last4}</dd>`
        }
        <dt>Reference</dt>
        <dd>${tx_ref}</dd>
      </dl>
      ${DECISION}`,
    nonce,
  );
}

/** The question of the external wallet: approve an order or decline it. */
export function walletPage(order: SimulatedOrder, nonce: string): string {
  return bankPage(
    'Pay from your wallet',
    html`<dl>
        <dt>Amount</dt>
        <dd>${amountText(order.amount_minor, order.currency)}</dd>
        <dt>For</dt>
        <dd>${order.description}</dd>
        <dt>Reference</dt>
        <dd>${order.reference}</dd>
      </dl>
      ${DECISION}`,
    nonce,
  );
}

/** The question of the simulated registry: whether this platform may read the person's record. */
export function consentPage({ first_name, last_name }: SimulatedBvn, nonce: string): string {
  return bankPage(
    'Share your BVN record',
    html`<dl>
        <dt>Name</dt>
        <dd>${first_name} ${last_name}</dd>
      </dl>
      ${DECISION}`,
    nonce,
  );
}

/** The page of a payment with nothing left to decide; `backUrl` leads to the shop. */
export function challengeOverPage(message: string, backUrl: string | null, nonce: string): string {
  const content = html`<p>${message}</p>
    ${backUrl !== null && html`<p><a href="${backUrl}">Return to the shop</a></p>`}`;
  return bankPage('Payment confirmation', content, nonce);
}

/** The page of an approved card payment, which its cardholder can dispute. */
export function paidPage(backUrl: string | null, nonce: string): string {
  const content = html`<p>This payment was already approved.</p>
    ${backUrl !== null && html`<p><a href="${backUrl}">Return to the shop</a></p>`}
    <form method="post">
      <button class="decline" name="decision" value="dispute">Dispute this payment</button>
    </form>`;
  return bankPage('Payment confirmation', content, nonce);
}

/** An amount of smallest units, as "₦24,500.50". */
export function amountText(minor: string, currency: string): string {
  return moneyText({ text: minorToText(BigInt(minor)), currency });
}

export function merchantLine(name: string | null): Html {
  return name === null
    ? html``
    : html`<dt>Merchant</dt>
        <dd>${name}</dd>`;
}

const DECISION = html`<form method="post">
  <button class="approve" name="decision" value="approve">Approve</button>
  <button class="decline" name="decision" value="decline">Decline</button>
</form>`;

/** A page of the simulated bank. Its colours have a contrast of at least 4.5 to 1. */
export function bankPage(title: string, content: Html, nonce: string): string {
  return htmlDocument({
    lang: 'en',
    title: `${title} – Simulated Bank`,
    theme: 'light',
    head: html`<style nonce="${nonce}">
      body {
        margin: 0;
        font:
          1rem/1.5 system-ui,
          sans-serif;
        color: #1b1f24;
        background: #f3f4f6;
      }
      .banner {
        margin: 0;
        padding: 0.75rem 1rem;
        background: #7a2e00;
        color: #fff;
        text-align: center;
      }
      main {
        max-width: 26rem;
        margin: 2rem auto;
        padding: 1.5rem;
        background: #fff;
        border-radius: 0.5rem;
      }
      h1 {
        margin-top: 0;
        font-size: 1.25rem;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0.25rem 1rem;
      }
      dt {
        color: #4b5563;
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 0.75rem;
      }
      button {
        flex: 1;
        min-height: 2.75rem;
        font: inherit;
        border: 2px solid #1d4ed8;
        border-radius: 0.375rem;
        cursor: pointer;
      }
      .approve {
        background: #1d4ed8;
        color: #fff;
      }
      .decline {
        background: #fff;
        color: #1d4ed8;
      }
      button:focus-visible,
      a:focus-visible {
        outline: 3px solid #1b1f24;
        outline-offset: 2px;
      }
    </style>`,
    body: html`<p class="banner" role="note">
        <strong>Simulation.</strong> This is not a bank and no money moves.
      </p>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>`,
  });
}
