import { SCRIPT, STYLE } from './assets';
import { html, Html } from './html';

export interface Layout {
  title: string;
  isTest: boolean;
  nonce: string;
  /** For the script, as `data-…` of the body; null leaves one out. */
  data: Record<string, string | null>;
  content: Html;
}

/** The frame of every page of the checkout. */
export function layout({ title, isTest, nonce, data, content }: Layout): string {
  const given = Object.entries(data).filter(([, value]) => value !== null);
  const attributes = given.map(([name, value]) => html` data-${new Html(name)}="${value}"`);
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${STYLE.path}" nonce="${nonce}" />
    <script src="${SCRIPT.path}" nonce="${nonce}" defer></script>
  </head>
  <body${attributes}>
    ${isTest && html`<p class="test-banner" role="note"><strong>Test mode.</strong> No money moves; use a test card.</p>`}
    <main>${content}</main>
    <p class="foot">Secure card payment. Your card details go to the card company and are not stored here.</p>
  </body>
</html>
`;
  return page.text;
}

/** Nothing from elsewhere, no frame around it, no address handed on; scripts and style are those of this answer. */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}
