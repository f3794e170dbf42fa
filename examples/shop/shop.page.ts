import type { Mode } from '@app/kernel';
import { documentHeaders, EMPTY_ICON, html, htmlDocument } from '@app/pages';

export interface ShopPage {
  mode: Mode;
  /** Of the demo merchant; null where the seed did not create one. */
  publicKey: string | null;
  nonce: string;
}

const CURRENCIES = ['NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD'];

const COVER = html`<svg class="cover" viewBox="0 0 240 320" role="img" aria-labelledby="cover">
  <title id="cover">The cover: half of a sun above a green field</title>
  <rect width="240" height="320" rx="6" fill="#a3341c" />
  <path d="M0 6a6 6 0 0 1 6-6h10v320H6a6 6 0 0 1-6-6z" fill="#7f2410" />
  <path
    d="M128 42v-18M166 52l9-16M194 80l16-9M204 118h18M90 52l-9-16M62 80l-16-9M52 118H34"
    stroke="#f6b73c"
    stroke-width="6"
    stroke-linecap="round"
  />
  <path d="M68 132a60 60 0 0 1 120 0z" fill="#f6b73c" />
  <path d="M16 132h224v46H16z" fill="#1d5a3a" />
  <path d="M16 150q56-16 112 0t112 0v28H16z" fill="#17472e" />
  <text x="128" y="220" class="cover-title">Half of a</text>
  <text x="128" y="248" class="cover-title">Yellow Sun</text>
  <path d="M104 268h48" stroke="#f6b73c" stroke-width="2" />
  <text x="128" y="292" class="cover-name">A NOVEL</text>
</svg>`;

/** A shop with one product, and beside it what its server receives. The ways of opening the checkout are folded away. */
export function shopPage({ mode, publicKey, nonce }: ShopPage): string {
  const key = publicKey ?? '';
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
        <div class="stall">
          <section class="product" aria-labelledby="book">
            ${COVER}
            <div class="offer">
              <h1 id="book">Half of a Yellow Sun</h1>
              <p>Paperback, 433 pages</p>
              <p class="price">₦24,500.00</p>
              <button type="button" id="buy" data-key="${key}">Buy</button>
              <p id="state" role="status"></p>
            </div>
          </section>
          ${integration(key)}
        </div>
        <section class="server" aria-labelledby="events">
          <h2 id="events">What the shop’s server received</h2>
          <p class="hint" id="nothing">
            Nothing yet. The server of this shop receives a webhook for each event, checks its signature, and
            shows it here as it arrives.
          </p>
          <ol id="received" aria-live="polite" reversed></ol>
          <p class="hint">
            An event in the browser proves nothing. Before it delivers, the server waits for the webhook, or
            requests
            <code>GET /api/sessions.php?session_id=…</code> with its secret key.
          </p>
        </section>
      </main>`,
  });
}

/** The four ways to open the checkout, with any amount and key, and the events of the browser. */
function integration(key: string) {
  return html`<details>
    <summary>Four ways to integrate, and the keys</summary>
    <form id="order">
      <label>Price <input id="amount" inputmode="decimal" value="24500.00" /></label>
      <label
        >Currency
        <select id="currency">
          ${CURRENCIES.map((code) => html`<option>${code}</option>`)}
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
      <label>Public key <input id="key" value="${key}" spellcheck="false" /></label>
    </form>
    <p class="hint">The secret keys of the demo merchant are in <code>.data/demo.json</code>.</p>
    <div class="modes">
      <button type="button" data-mode="popup">Pay in a popup</button>
      <button type="button" data-mode="inline">Pay in the page</button>
      <button type="button" data-mode="redirect">Pay on the whole page</button>
      <button
        type="button"
        id="plain"
        data-checkout-key="${key}"
        data-checkout-amount="24500.00"
        data-checkout-currency="NGN"
        data-checkout-description="Half of a Yellow Sun"
      >
        Pay by data attributes
      </button>
    </div>
    <div id="place"></div>
    <h2 id="browser">Events in the browser</h2>
    <ol id="log" aria-labelledby="browser" aria-live="polite"></ol>
  </details>`;
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
