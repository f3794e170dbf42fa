import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { type Platform, startPlatform } from '../../support/platform';
import type { TestMerchant } from '../../support/people';
import { DESKTOP, describeInBrowser, launch, look, PHONE, picture, watchedPage } from './browser';
import { Shop } from './cards';
import { MerchantSite } from './merchant-site';
import { type SubscriptionBody, SubscriptionShop } from '../subscriptions/subscribers';

const ROOT = path.resolve(__dirname, '../../..');
const BUILT = path.join(ROOT, 'dist/libs/pages/web/built');
const RELEASED = path.join(ROOT, 'libs/pages/web/released');

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;
let site: MerchantSite;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant({ business_name: 'Okafor Books' });
  shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
  site = await MerchantSite.start(platform.urls.sandbox);
  const { status, text } = await platform.post(
    'business',
    'business.php?section=apps&action=update',
    { app_id: merchant.test.app_id, pin: merchant.pin, allowed_origins: [site.origin] },
    { token: merchant.token },
  );
  if (status !== 200) throw new Error(text);
});

afterAll(async () => {
  site?.stop();
  await platform?.proveAndStop();
});

describe('checkout.js', () => {
  it('is small, and the newest release of it is what is built', () => {
    const built = readFileSync(path.join(BUILT, 'checkout.js'));
    expect(gzipSync(built, { level: 9 }).length).toBeLessThanOrEqual(6 * 1024);
    const newest = readdirSync(RELEASED).sort().at(-1)!;
    // Where they differ, the next version is due: npm run release:checkout-js
    expect(readFileSync(path.join(RELEASED, newest)).equals(built)).toBe(true);
  });

  it('is served to every page: the latest version is cached for minutes, a release permanently', async () => {
    const newest = await fetch(`${platform.urls.sandbox}/checkout.js`);
    expect([newest.status, newest.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(newest.headers.get('access-control-allow-origin')).toBe('*');
    for (const name of readdirSync(RELEASED)) {
      const answer = await fetch(`${platform.urls.checkout}/checkout-js/${name}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      const hash = createHash('sha384')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('base64');
      // Merchants copy the hash from there.
      const documented = readFileSync(path.join(ROOT, 'docs/guides/checkout.md'), 'utf8').replace(
        /\s+/g,
        ' ',
      );
      expect(documented).toContain(`checkout-js/${name}" integrity="sha384-${hash}"`);
    }
    expect((await fetch(`${platform.urls.checkout}/checkout-js/checkout-0.0.0.js`)).status).toBe(404);
    expect((await fetch(`${platform.urls.checkout}/checkout-js/..%2fmanifest.json`)).status).toBe(404);
  });

  it('leaves the demo shop out of production', async () => {
    for (const host of ['checkout', 'sandbox'] as const) {
      expect((await fetch(`${platform.urls[host]}/demo`)).status).toBe(404);
    }
  });

  it('is led to from its old addresses', async () => {
    for (const [host, address] of [
      ['checkout', '/api/v1/checkout.js'],
      ['business', '/api/v1/checkout.js'],
      ['business', '/checkout.js'],
    ] as const) {
      const answer = await fetch(platform.urls[host] + address, { redirect: 'manual' });
      expect(answer.status).toBe(308);
      const target = new URL(answer.headers.get('location')!, platform.urls[host]).href;
      expect(target).toBe(`${platform.urls.checkout}/checkout.js`);
    }
  });
});

describeInBrowser('checkout.js in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A page with checkout.js that keeps callbacks in `window.calls` and messages in `window.messages`. */
  const withScript = (body: string, options: object = {}, host = platform.urls.sandbox) => `
    <main><h1>Shop</h1>${body}</main>
    <script nonce="page" src="${host}/checkout.js"></script>
    <script nonce="page">
      window.options = ${JSON.stringify(options)};
      window.calls = []; window.messages = [];
      addEventListener('message', ({ data }) => window.messages.push(JSON.stringify(data)));
      const record = (name) => (detail) => window.calls.push([name, detail]);
      const callbacks = { onReady: record('ready'), onSuccess: record('success'), onClose: record('close'), onError: record('error') };
      for (const type of ['success', 'close', 'error']) {
        document.addEventListener('checkout:' + type, ({ detail }) => window.calls.push([type, detail]));
      }
      document.getElementById('buy')?.addEventListener('click', () => Checkout.open({ ...window.options, ...callbacks }));
    </script>`;

  const order = () => ({ key: merchant.test.public_key, amount: '24500.00', description: 'Order 1042' });
  const callbacksOf = (page: Page) =>
    page.evaluate('window.calls') as Promise<[string, Record<string, unknown>?][]>;
  const callbackDetails = async (page: Page, name: string) => {
    await eventually(() => page.evaluate(`calls.some(([type]) => type === '${name}')`));
    return (await callbacksOf(page)).filter(([type]) => type === name).map(([, detail]) => detail);
  };
  const frameOf = (page: Page) => page.frameLocator('iframe[title="Payment"]');

  async function onShop(
    options: object,
    story: (page: Page) => Promise<void>,
    { context = DESKTOP, at = `${site.origin}/buy` }: { context?: BrowserContextOptions; at?: string } = {},
  ) {
    site.serve('/buy', withScript('<button id="buy">Buy</button><div id="place"></div>', options));
    const { page, faults, close } = await watchedPage(browser, context, [
      platform.urls.sandbox,
      site.origin,
      site.strangeOrigin,
    ]);
    await page.goto(at);
    await page.getByRole('button', { name: 'Buy' }).click();
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  async function payIn(frame: FrameLocator | Page, number: string = CARDS.approved) {
    await frame.getByLabel('Card number').fill(number);
    await frame.getByLabel('Expiry date').fill('1299');
    await frame.getByLabel('Security code').fill('123');
    await frame.getByRole('button', { name: /^Pay / }).click();
  }

  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)('opens over the page on a %s, pays, and gives the focus back', async (name, context) => {
    await onShop(
      order(),
      async (page) => {
        await frameOf(page).getByLabel('Card number').waitFor();
        await look(page, `popup-${name}`);
        await payIn(frameOf(page));
        await frameOf(page).getByRole('heading', { name: 'Payment complete' }).waitFor();
        const [paid] = await callbackDetails(page, 'success');
        expect(await shop.statusOf(paid as { session_id: string })).toBe('completed');
        await frameOf(page).getByRole('button', { name: 'Close' }).click();
        expect(await callbackDetails(page, 'close')).toEqual([{ session_id: paid!.session_id, paid: true }]);
        expect(await page.locator('dialog').count()).toBe(0);
        expect(await page.evaluate('document.activeElement.id')).toBe('buy');
        // What went from frame to page held nothing of the card.
        const messages = (await page.evaluate('window.messages')) as string[];
        expect(messages.length).toBeGreaterThan(2);
        expect(messages.join('\n')).not.toMatch(/4000|1299|"123"/);
      },
      { context },
    );
  });

  it.each(['the page', 'the frame'])(
    'closes by Esc pressed in %s, and says that nothing was paid',
    async (place) => {
      await onShop(order(), async (page) => {
        await frameOf(page).getByLabel('Card number').waitFor();
        await callbackDetails(page, 'ready');
        if (place === 'the frame') await frameOf(page).getByLabel('Card number').focus();
        else await page.getByRole('button', { name: 'Close payment' }).focus();
        // The frame that takes the key may be closed before the key arrives: then no answer comes.
        page.keyboard.press('Escape').catch(() => undefined);
        expect(await callbackDetails(page, 'close')).toEqual([{ session_id: null, paid: false }]);
        expect(await page.locator('dialog').count()).toBe(0);
        expect(await page.evaluate('document.activeElement.id')).toBe('buy');
        expect(await page.evaluate('document.documentElement.style.overflow')).toBe('');
      });
    },
  );

  it('stands in the page itself, as high as what it shows, in the language asked for', async () => {
    await onShop({ ...order(), mode: 'inline', container: '#place', locale: 'fr' }, async (page) => {
      const frame = page.frameLocator('#place iframe[title="Paiement"]');
      await frame.getByLabel('Numéro de carte').waitFor();
      await eventually(() => page.evaluate(`parseInt(document.querySelector('iframe').style.height) > 600`));
      await picture(page, 'inline');
      await frame.getByLabel('Numéro de carte').fill(CARDS.approved);
      await frame.getByLabel("Date d'expiration").fill('1299');
      await frame.getByLabel('Code de sécurité').fill('123');
      await frame.getByRole('button', { name: /^Payer / }).click();
      await frame.getByRole('heading', { name: 'Paiement effectué' }).waitFor();
      expect(await callbackDetails(page, 'success')).toHaveLength(1);
    });
  });

  it('takes the whole page where that is wanted, and leads back', async () => {
    await onShop({ ...order(), mode: 'redirect' }, async (page) => {
      await page.waitForURL(/\/pay\//);
      await payIn(page);
      await page.waitForURL(/\/buy\?session_id=cs_test_\w+$/);
    });
  });

  it('leads back with the id of the last session alone where a buyer pays twice on one page', async () => {
    const at = `${site.origin}/buy?item=7%7e&session_id=cs_test_old&session_id=cs_test_older&x#top`;
    await onShop(
      { ...order(), mode: 'redirect' },
      async (page) => {
        await page.waitForURL(/\/pay\//);
        await payIn(page);
        await page.waitForURL(/\/buy\?item=7%7e&x&session_id=cs_test_\w+$/);
        const { checkout_url: checkoutUrl, session_id: id } = await shop.open({ amount: 990 });
        await page.evaluate(`Checkout.open({ checkoutUrl: '${checkoutUrl}', successUrl: '#paid' })`);
        await payIn(frameOf(page));
        await page.waitForURL(`${site.origin}/buy?item=7%7e&x&session_id=${id}#paid`);
      },
      { at },
    );
  });

  it("leaves the frame for the bank's page", async () => {
    await onShop(order(), async (page) => {
      await payIn(frameOf(page), CARDS.challenge);
      await page.waitForURL(/\/challenge\//);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
      await page.waitForURL(/\/buy\?session_id=cs_test_\w+$/);
    });
  });

  it("opens the session that the merchant's server has made", async () => {
    const session = await shop.open({ amount: 990 });
    await onShop({ checkoutUrl: session.checkout_url }, async (page) => {
      await frameOf(page).getByText('₦990.00').first().waitFor();
      await payIn(frameOf(page));
      expect(await callbackDetails(page, 'success')).toEqual([{ session_id: session.session_id }]);
    });
  });

  it('works on the developer’s own machine with a test app that names no such origin', async () => {
    await onShop(
      order(),
      async (page) => {
        await frameOf(page).getByLabel('Card number').waitFor();
        expect(await callbackDetails(page, 'ready')).toHaveLength(1);
      },
      { at: `${site.strangeOrigin}/buy` },
    );
  });

  /** A shop's page in live mode, of an origin that its app does not name. */
  async function onStrangeShop(options: object, story: (page: Page, faults: string[]) => Promise<void>) {
    const live = await MerchantSite.start(platform.urls.checkout);
    live.serve('/buy', withScript('<button id="buy">Buy</button>', options, platform.urls.checkout));
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [
      platform.urls.checkout,
      live.origin,
    ]);
    await page.goto(`${live.origin}/buy`);
    await story(page, faults);
    await close();
    live.stop();
  }

  it('opens no frame where create-public refuses one: the buyer pays on the whole page at once', async () => {
    await onStrangeShop({ ...order(), key: merchant.live.public_key }, async (page, faults) => {
      let frames = 0;
      page.on('frameattached', () => (frames += 1));
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.getByLabel('Card number').waitFor();
      expect(new URL(page.url()).origin).toBe(new URL(platform.urls.checkout).origin);
      expect(frames).toBe(0);
      // The browser itself reports the refusal.
      expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
    });
  });

  it('names a secret key as such and does not send it', async () => {
    await onShop({ ...order(), key: merchant.test.secret_key }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      expect(await callbackDetails(page, 'error')).toEqual([
        { code: 'secret_key', message: expect.stringMatching(/^This is a secret key/) as string },
      ]);
      expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
    });
  });

  it('shows no frame on a page that the merchant has not allowed: the buyer pays on the whole page', async () => {
    const live = new Shop(platform, 'checkout', merchant.live.secret_key);
    const session = await live.open({ amount: 990 });
    await onStrangeShop({ checkoutUrl: session.checkout_url }, async (page, faults) => {
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.waitForURL(session.checkout_url);
      await page.getByLabel('Card number').waitFor();
      // The browser itself says why.
      expect(faults.filter((fault) => !/frame-ancestors/.test(fault))).toEqual([]);
      expect(faults.length).toBeGreaterThan(0);
    });
  });

  it('says why a session could not be opened', async () => {
    await onShop({ ...order(), amount: '-1' }, async (page) => {
      expect(await callbackDetails(page, 'error')).toEqual([
        { code: 'VALIDATION_ERROR', message: expect.any(String) as string },
      ]);
      expect(await callbackDetails(page, 'close')).toHaveLength(1);
    });
  });

  it.each([
    { checkoutUrl: 'javascript:alert(1)' },
    { checkoutUrl: '/pay/x', successUrl: 'javascript:alert(1)' },
  ])('opens nothing but web addresses (%j)', async (options) => {
    await onShop(options, async (page) => {
      expect(await callbackDetails(page, 'error')).toEqual([
        { code: 'invalid_options', message: expect.any(String) as string },
      ]);
    });
  });

  it('accepts messages only from the frame it opened', async () => {
    await onShop(order(), async (page) => {
      await frameOf(page).getByLabel('Card number').waitFor();
      await callbackDetails(page, 'ready');
      const [genuine] = (await page.evaluate('window.messages')) as [string];
      const forged = `{ ...${genuine}, type: 'success', session_id: 'cs_test_forged' }`;
      const [frame] = page.frames().filter((found) => found.url().includes('/pay/'));
      const address = frame!.url();
      // The right nonce from another origin.
      await page.evaluate(`postMessage(${forged}, '*')`);
      // From the frame, without the nonce.
      await frame!.evaluate(`parent.postMessage({ ...${forged}, nonce: 'guessed' }, '*')`);
      // The right nonce and the right origin, from another window.
      await page.evaluate(`document.body.append(
        Object.assign(document.createElement('iframe'), { src: '${address.split('#')[0]}', name: 'other' }))`);
      const other = await eventually(() => Promise.resolve(page.frame('other')));
      await other.waitForURL(/\/pay\//);
      await other.evaluate(`parent.postMessage(${forged}, '*'); parent.postMessage('done', '*')`);
      await eventually(() => page.evaluate(`messages.includes('"done"')`));
      expect((await callbacksOf(page)).filter(([name]) => name === 'success')).toEqual([]);
    });
  });

  it('makes buttons of data attributes, and sends the form around one', async () => {
    const { public_key: key } = merchant.test;
    site.serve(
      '/attributes',
      withScript(`
        <a href="#" data-checkout-key="${key}" data-checkout-amount="100.00" data-checkout-currency="NGN">Donate</a>
        <form action="/thanks" method="get">
          <script src="${platform.urls.sandbox}/checkout.js" data-key="${key}" data-amount="250.00" data-currency="NGN"></script>
        </form>`),
    );
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.sandbox, site.origin]);
    await page.goto(`${site.origin}/attributes`);
    await page.getByRole('link', { name: 'Donate' }).click();
    await frameOf(page).getByText('₦100.00').first().waitFor();
    await page.getByRole('button', { name: 'Close payment' }).click();
    expect(await callbackDetails(page, 'close')).toEqual([{ session_id: null, paid: false }]);

    await page.getByRole('button', { name: 'Pay NGN 250.00' }).click();
    await payIn(frameOf(page));
    await page.waitForURL(/\/thanks\?session_id=cs_test_\w+$/);
    const sessionId = new URL(page.url()).searchParams.get('session_id')!;
    expect(await shop.statusOf({ session_id: sessionId })).toBe('completed');
    expect(faults).toEqual([]);
    await close();
  });

  it('leads to the success URL with its characters as given, and with the session id before the fragment', async () => {
    const [before, fragment] = [`${site.origin}/thanks?sig=a/b%20c~(x)&%E9&flag`, '#end'];
    site.serve(
      '/signed',
      withScript(`<a href="#" data-checkout-key="${merchant.test.public_key}" data-checkout-amount="100.00"
        data-checkout-success-url="${before.replaceAll('&', '&amp;')}${fragment}">Donate</a>`),
    );
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.sandbox, site.origin]);
    await page.goto(`${site.origin}/signed`);
    await page.getByRole('link', { name: 'Donate' }).click();
    await payIn(frameOf(page));
    await page.waitForURL(/\/thanks/);
    const [, id] = /session_id=(\w+)/.exec(page.url())!;
    expect(page.url()).toBe(`${before}&session_id=${id}${fragment}`);
    expect(faults).toEqual([]);
    await close();
  });

  it('subscribes to a plan with a button of the script', async () => {
    const { public_key: key } = merchant.test;
    const seller = new SubscriptionShop(platform, merchant.test, 'sandbox');
    const plan = await seller.plan();
    site.serve(
      '/plan',
      withScript(`<form action="/thanks" method="get">
        <script src="${platform.urls.sandbox}/checkout.js" data-key="${key}" data-plan="${plan}" data-email="ada@example.com"></script>
      </form>`),
    );
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.sandbox, site.origin]);
    await page.goto(`${site.origin}/plan`);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await payIn(frameOf(page));
    await page.waitForURL(/\/thanks\?session_id=cs_test_\w+$/);
    const [made] = (await seller.read('list')).body.data as SubscriptionBody[];
    expect(made).toMatchObject({ plan_id: plan, customer: { email: 'ada@example.com' } });
    expect(await seller.invoices({ subscription: made!, invoice: null })).toMatchObject([{ status: 'paid' }]);
    expect(faults).toEqual([]);
    await close();
  });
});
