import { gzipSync } from 'node:zlib';
import { type Platform, startPlatform } from '../../support/platform';
import { detailedLogo } from '../../support/identity-files';
import type { TestMerchant } from '../../support/people';
import { uploadLogo } from '../../support/uploads';
import { PageQueries } from '../../../libs/checkout/src/page/page.queries';
import { Shop } from './cards';
import inventory from './page-inventory.json';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>{{7*7}}\${7*7}&lt;`;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  // Names of earlier versions may have contained anything.
  await platform.sql('UPDATE users SET business_name = $2 WHERE id = $1', [
    merchant.id,
    `Hostile ${HOSTILE}`,
  ]);
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(() => platform?.proveAndStop());

describe('the page of a session', () => {
  it('is served under a policy that lets in nothing but its own script and style', async () => {
    const answer = await fetch((await shop.open()).checkout_url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy')!;
    for (const part of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "connect-src 'self'",
    ]) {
      expect(policy).toContain(part);
    }
    const nonce = /script-src 'nonce-([\w-]{22,})'/.exec(policy)![1]!;
    const text = await answer.text();
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag.replace(/\s+/g, ' '));
    expect(scripts).toEqual([
      '<script type="application/json" id="start">',
      expect.stringMatching(
        new RegExp(
          `^<script type="module" src="/assets/pay\\.[\\w-]{8}\\.js" integrity="sha384-[\\w+/]{64}" nonce="${nonce}" ?>$`,
        ),
      ),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const again = await fetch((await shop.open()).checkout_url);
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('serves its script and style as files that may be kept', async () => {
    const text = await (await fetch((await shop.open()).checkout_url)).text();
    const paths = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const asset = await fetch(platform.urls.checkout + path);
      expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      expect(asset.headers.get('content-type')).toMatch(path.endsWith('.js') ? /javascript/ : /css/);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await fetch(`${platform.urls.checkout}/assets/pay.0000000000000000.js`)).status).toBe(404);
    expect((await fetch(`${platform.urls.checkout}/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  });

  it('shows hostile names, descriptions and addresses as text', async () => {
    const session = await shop.open({
      description: HOSTILE,
      order_ref: HOSTILE,
      metadata: { [HOSTILE]: HOSTILE },
      cancel_url: `https://shop.example/?q=${encodeURIComponent(HOSTILE)}"><script>`,
      success_url: "https://shop.example/'onmouseover='alert(1)",
    });
    const text = await (await fetch(session.checkout_url)).text();
    expect(text).not.toMatch(/<script>|<img|onmouseover='/);
    expect(text.split('&lt;script&gt;alert(1)').length).toBeGreaterThan(3);
    await shop.pay(session, '4000000000000000');
    expect(await (await fetch(session.checkout_url)).text()).not.toMatch(/<script>|<img|onmouseover='/);
  });

  it.each([
    'x',
    '%00',
    '%2e%2e%2f',
    "'; DROP TABLE checkout_sessions; --",
    'x'.repeat(5000),
    '%ff',
    '__proto__',
  ])('does not exist for the token %s', async (token) => {
    const path = token.includes('%') ? token : encodeURIComponent(token);
    expect([400, 404, 414]).toContain((await fetch(`${platform.urls.checkout}/pay/${path}`)).status);
  });

  it('names no session or merchant at an unknown address', async () => {
    const answer = await fetch(`${platform.urls.checkout}/pay/${'A'.repeat(43)}`);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('There is nothing to pay here'),
    ]);
    const back = await fetch(`${platform.urls.checkout}/pay/${'A'.repeat(43)}/return`, {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe(`/pay/${'A'.repeat(43)}`);
  });

  it('shows people on a page that they have to wait, and loads its files for them nevertheless', async () => {
    const headers = { 'x-forwarded-for': '10.77.0.1', 'accept-language': 'fr' };
    const url = (await shop.open()).checkout_url;
    const [file] = /\/assets\/[\w.]+/.exec(await (await fetch(url, { headers })).text())!;
    await Promise.all(
      Array.from({ length: 299 }, () => fetch(`${url}/return`, { headers, redirect: 'manual' })),
    );
    const answer = await fetch(url, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors \*/);
    expect(await answer.text()).toContain('Cette page est très demandée');
    for (const path of [file, '/checkout.js']) {
      const script = await fetch(platform.urls.checkout + path, { headers });
      expect([script.status, script.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    }
  });

  it('shows no detail of an internal error', async () => {
    const read = jest.spyOn(platform.inside('checkout', PageQueries), 'byId');
    read.mockRejectedValueOnce(new Error('a detail'));
    const answer = await fetch((await shop.open()).checkout_url);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([500, expect.stringContaining('cannot be shown just now')]);
    expect(text).not.toContain('a detail');
    read.mockRestore();
  });

  it('never leads elsewhere on the way back from the bank', async () => {
    for (const token of ['//evil.example', '/\\evil.example', 'x%0d%0aset-cookie:a=b']) {
      const back = await fetch(`${platform.urls.checkout}/pay/${encodeURIComponent(token)}/return`, {
        redirect: 'manual',
      });
      expect(back.headers.get('location') ?? '/pay/').toMatch(/^\/pay\/[^/]*$/);
      expect(back.headers.get('set-cookie')).toBeNull();
    }
  });

  it('shows the buyer nothing of the metadata, the order only once it is paid, and of the customer only the address', async () => {
    const session = await shop.open({
      order_ref: 'ORDER-SECRET',
      metadata: { cost: 'COST-SECRET' },
      customer: { email: 'ada@example.com', name: 'NAME-SECRET' },
    });
    const shown = async () => (await fetch(session.checkout_url)).text();
    expect(await shown()).not.toMatch(/SECRET/);
    expect(await shown()).toContain('"receipt_email":"ada@example.com","revision"');
    await shop.pay(session, '4000000000000000');
    expect((await shown()).match(/[A-Z]+-SECRET/g)).toEqual(['ORDER-SECRET']);
    // The public id of a session opens nothing.
    const path = `sessions.php?action=public-status&session_id=${session.session_id}`;
    expect((await platform.get('checkout', path)).status).toBe(401);
  });
});

/** PCI DSS 6.4.3 and 11.6.1: what is on the page is what was decided to be there, and nothing came or went. */
describe('the inventory of the page', () => {
  const bare = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/ ?\/?>/g, '>')
      .replace(/nonce="[\w-]+"/g, 'nonce="NONCE"')
      .replace(/'nonce-[\w-]+'/g, "'nonce-NONCE'")
      .replace(/\.[\w-]{8}\.(js|css)"/g, '.HASH.$1"')
      .replace(/sha384-[\w+/=]+/g, 'sha384-HASH');

  it('names every script and style, with the reason for it', async () => {
    const text = bare(await (await fetch((await shop.open()).checkout_url)).text());
    const tags = [...text.matchAll(/<(?:script|link|iframe|object|embed|style)\b[^>]*>/g)].map(
      ([tag]) => tag,
    );
    const known = [...inventory.scripts, ...inventory.styles].map(({ tag }) => tag);
    expect(tags.sort()).toEqual([...known, '<link rel="icon" href="data:,">'].sort());
    for (const { why } of [...inventory.scripts, ...inventory.styles]) expect(why.length).toBeGreaterThan(10);
  });

  it('names every header that protects it', async () => {
    const { headers } = await fetch((await shop.open()).checkout_url);
    const ofTheAnswer = /^(connection|content-length|content-type|date|keep-alive|x-ratelimit-|x-request-id)/;
    const protecting = [...headers].filter(([name]) => !ofTheAnswer.test(name));
    // Only over TLS, where pages are in production.
    const { 'strict-transport-security': _tls, ...expected } = inventory.headers;
    expect(Object.fromEntries(protecting.map(([name, value]) => [name, bare(value)]))).toEqual(expected);
  });
});

describe('the weight of the page', () => {
  it('stays small enough for a slow phone, with the largest logo', async () => {
    expect((await uploadLogo(platform, await detailedLogo(), merchant)).status).toBe(200);
    const { checkout_url: url } = await shop.open();
    const html = Buffer.from(await (await fetch(url)).arrayBuffer());
    const paths = [...html.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    const sizes: Record<string, number> = { html: gzipSync(html).length };
    for (const path of paths) {
      const answer = await fetch(platform.urls.checkout + path, { headers: { 'accept-encoding': 'gzip' } });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      const [, name, kind] = /\/([a-z]+)\.[\w-]+\.(js|css)$/.exec(path)!;
      sizes[name === 'pay' ? kind! : 'texts'] = gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    }
    const [, logo] = /src="(\/brand\/[^"]+)"/.exec(html.toString())!;
    sizes.logo = (await (await fetch(platform.urls.checkout + logo!)).arrayBuffer()).byteLength;
    const kilobytes = (count: number) => count * 1024;
    expect(sizes.js).toBeLessThanOrEqual(kilobytes(40));
    expect(sizes.css).toBeLessThanOrEqual(kilobytes(8));
    expect(sizes.texts).toBeLessThanOrEqual(kilobytes(4));
    expect(sizes.logo).toBeLessThanOrEqual(6_000);
    expect(Object.values(sizes).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(35_000);
  });
});
