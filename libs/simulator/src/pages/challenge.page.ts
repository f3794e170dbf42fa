import { minorToText } from '@app/kernel';
import type { SimulatedCharge } from '../charges/simulated-charge';
import type { SimulatedOrder } from '../wallet/wallet-orders.store';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Colours keep a contrast of at least 4.5 to 1. */
const STYLE = `
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #1b1f24; background: #f3f4f6; }
  .banner { margin: 0; padding: .75rem 1rem; background: #7a2e00; color: #fff; text-align: center; }
  main { max-width: 26rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: .5rem; }
  h1 { margin-top: 0; font-size: 1.25rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
  dt { color: #4b5563; } dd { margin: 0; overflow-wrap: anywhere; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; }
  button { flex: 1; min-height: 2.75rem; font: inherit; border: 2px solid #1d4ed8; border-radius: .375rem; cursor: pointer; }
  .approve { background: #1d4ed8; color: #fff; } .decline { background: #fff; color: #1d4ed8; }
  button:focus-visible, a:focus-visible { outline: 3px solid #1b1f24; outline-offset: 2px; }`;

/** The simulated bank's question: what is paid, to whom, and two buttons. Works without scripts. */
export function challengePage(charge: SimulatedCharge, styleNonce: string): string {
  const merchant =
    charge.merchant_name === null ? '' : `<dt>Merchant</dt><dd>${escapeHtml(charge.merchant_name)}</dd>`;
  return bankPage(
    'Confirm your payment',
    `<dl>
        <dt>Amount</dt><dd>${escapeHtml(`${charge.currency} ${minorToText(BigInt(charge.amount_minor))}`)}</dd>
        ${merchant}
        ${charge.method === 'card' ? `<dt>Card</dt><dd>ending in ${escapeHtml(charge.last4)}</dd>` : ''}
        <dt>Reference</dt><dd>${escapeHtml(charge.tx_ref)}</dd>
      </dl>
      <form method="post">
        <button class="approve" name="decision" value="approve">Approve</button>
        <button class="decline" name="decision" value="decline">Decline</button>
      </form>`,
    styleNonce,
  );
}

/** The external wallet's question: approve an order, or not. */
export function walletPage(order: SimulatedOrder, styleNonce: string): string {
  return bankPage(
    'Pay from your wallet',
    `<dl>
        <dt>Amount</dt><dd>${escapeHtml(`${order.currency} ${minorToText(BigInt(order.amount_minor))}`)}</dd>
        <dt>For</dt><dd>${escapeHtml(order.description)}</dd>
        <dt>Reference</dt><dd>${escapeHtml(order.reference)}</dd>
      </dl>
      <form method="post">
        <button class="approve" name="decision" value="approve">Approve</button>
        <button class="decline" name="decision" value="decline">Decline</button>
      </form>`,
    styleNonce,
  );
}

/** Shown when there is nothing to decide (any more); `backUrl` leads to the shop. */
export function challengeOverPage(message: string, backUrl: string | null, styleNonce: string): string {
  const back = backUrl === null ? '' : `<p><a href="${escapeHtml(backUrl)}">Return to the shop</a></p>`;
  return bankPage('Payment confirmation', `<p>${escapeHtml(message)}</p>${back}`, styleNonce);
}

/** A page of the simulated bank; `content` is HTML. */
export function bankPage(title: string, content: string, styleNonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} – Simulated Bank</title>
    <style nonce="${styleNonce}">${STYLE}
    </style>
  </head>
  <body>
    <p class="banner" role="note"><strong>Simulation.</strong> This is not a bank and no money moves.</p>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}
