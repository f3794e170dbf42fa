import type { Mode } from '@app/kernel';
import { html } from './html';
import type { PageFiles } from './page-assets';

export interface DemoPage {
  mode: Mode;
  /** Null where no demo merchant was seeded. */
  publicKey: string | null;
  nonce: string;
  files: PageFiles;
}

/** A shop to try each way of opening the checkout in. Development only. */
export function demoPage({ mode, publicKey, nonce, files }: DemoPage): string {
  const { script, style } = files;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>Demo Books: a shop to try the checkout in</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style.path}" nonce="${nonce}" />
        <script src="/checkout.js" nonce="${nonce}"></script>
        <script type="module" src="${script.path}" nonce="${nonce}"></script>
      </head>
      <body data-key="${publicKey ?? ''}">
        <header>
          <p class="shop">Demo Books</p>
          <p>A shop to try the checkout in, with ${mode} keys. It is served in development alone.</p>
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
          <section aria-labelledby="told">
            <h2 id="told">What the shop is told</h2>
            <p id="back" hidden></p>
            <ol id="log" aria-live="polite"></ol>
            <p>
              What a browser is told is a hint. Before it delivers, a shop's server asks
              <code>GET /api/sessions.php?session_id=…</code> with its secret key, or waits for the webhook.
            </p>
          </section>
        </main>
      </body>
    </html> `;
  return page.text;
}

/** As the payment page's, and this host's own pages in frames. */
export function demoHeaders(nonce: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
  };
}
