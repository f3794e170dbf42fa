import type { Mode } from '@app/kernel';
import { documentHeaders, EMPTY_ICON, html, htmlDocument } from '@app/pages';

export interface ShopPage {
  mode: Mode;
  /** Of the demo merchant; null where the seed did not create one. */
  publicKey: string | null;
  nonce: string;
}

/** A shop with a button for each way of opening the checkout. */
export function shopPage({ mode, publicKey, nonce }: ShopPage): string {
  return htmlDocument({
    lang: 'en',
    title: 'Demo Books: a shop to try the checkout in',
    theme: null,
    head: html`${EMPTY_ICON}
      <link rel="stylesheet" href="/demo/shop.css" nonce="${nonce}" />
      <script src="/checkout.js" nonce="${nonce}"></script>
      <script type="module" src="/demo/shop.js" nonce="${nonce}"></script>`,
    body: html`<header>
        <p class="shop">Demo Books</p>
        <p>A shop to try the checkout in, with ${mode} keys. It is served in development only.</p>
      </header>
      <main>
        <section aria-labelledby="book">
          <h1 id="book">Half of a Yellow Sun</h1>
          <p>Paperback, 433 pages.</p>
          <form id="order">
            <label>Price <input id="amount" inputmode="decimal" value="24500.00" /></label>
            <label
              >Currency
              <select id="currency">
                ${['NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD'].map(
                  (code) => html`<option>${code}</option>`,
                )}
              </select>
            </label>
            <label
              >Language
              <select id="locale">
                <option value="">the browser's</option>
                <option value="en">English</option>
                <option value="fr">Français</option>
              </select>
            </label>
            <label>Public key <input id="key" value="${publicKey ?? ''}" spellcheck="false" /></label>
          </form>
          <div class="modes">
            <button type="button" data-mode="popup">Pay in a popup</button>
            <button type="button" data-mode="inline">Pay in the page</button>
            <button type="button" data-mode="redirect">Pay on the whole page</button>
            <button
              type="button"
              id="plain"
              data-checkout-key="${publicKey ?? ''}"
              data-checkout-amount="24500.00"
              data-checkout-currency="NGN"
              data-checkout-description="Half of a Yellow Sun"
            >
              Pay by data attributes
            </button>
          </div>
          <div id="place"></div>
        </section>
        <section aria-labelledby="events">
          <h2 id="events">Events the shop receives</h2>
          <p id="back" hidden></p>
          <ol id="log" aria-live="polite"></ol>
          <p>
            An event in the browser proves nothing. Before it delivers, a shop's server requests
            <code>GET /api/sessions.php?session_id=…</code> with its secret key, or waits for the webhook.
          </p>
        </section>
      </main>`,
  });
}

/** As on the payment page, and frames of pages of this host. */
export function shopHeaders(nonce: string): Record<string, string> {
  return documentHeaders({
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'connect-src': `'self'`,
    'frame-src': `'self'`,
    'img-src': 'data:',
    'base-uri': `'none'`,
    'form-action': `'none'`,
    'frame-ancestors': `'none'`,
    'require-trusted-types-for': `'script'`,
    'trusted-types': `'none'`,
  });
}
