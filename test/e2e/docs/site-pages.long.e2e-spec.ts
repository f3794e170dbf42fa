import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Platform, startPlatform } from '../../support/platform';
import { barriersOn, describeInBrowser, launch, PHONE, watchedPage } from '../checkout-api/browser';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const SCREENS = [
  ['on a desktop', DESKTOP],
  ['on a phone', PHONE],
] as const;
/** Bytes over the wire, with all that a page loads. */
const MAX_REFERENCE_BYTES = 300_000;
const MAX_PAGE_BYTES = 60_000;

describeInBrowser('The documentation in a browser', () => {
  let platform: Platform;
  let browser: Browser;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'sandbox'] });
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  /** Opens an address; a script error, a refusal by the policy of the page or a request to elsewhere fails the test. */
  async function onPage(
    address: string,
    story: (page: Page) => Promise<void>,
    {
      screen = DESKTOP,
      host = 'sandbox',
    }: { screen?: BrowserContextOptions; host?: 'business' | 'sandbox' } = {},
  ) {
    const base = platform.urls[host];
    const { page, faults, close } = await watchedPage(browser, screen, [base]);
    await page.goto(base + address, { waitUntil: 'networkidle' });
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  const isNoWiderThanTheScreen = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth <= window.innerWidth') as Promise<boolean>;

  describe.each(SCREENS)('%s', (_, screen) => {
    it.each([
      '/',
      '/docs',
      '/docs/start/quickstart',
      '/docs/guides/checkout',
      '/docs/reference/api',
      '/docs/reference/events',
      '/docs/reference/keys',
      '/docs/explain/architecture',
      '/docs/decisions',
      '/docs/reference',
    ])('%s has no barriers in light and in dark, and fits', (address) =>
      onPage(
        address,
        async (page) => {
          if (address === '/docs/reference') await page.locator('#api-title').waitFor();
          expect(await barriersOn(page)).toEqual({ light: [], dark: [] });
          expect(await isNoWiderThanTheScreen(page)).toBe(true);
        },
        { screen },
      ),
    );
  });

  /** All that the page loads, as it comes over the wire. */
  async function bytesOf(address: string): Promise<number> {
    const page = await browser.newPage(DESKTOP);
    const client = await page.context().newCDPSession(page);
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await client.send('Network.enable');
    await page.goto(platform.urls.business + address, { waitUntil: 'networkidle' });
    if (address === '/docs/reference') await page.locator('#api-title').waitFor();
    await page.close();
    return bytes;
  }

  it('sends at most 60 kB for a page, and 300 kB for the reference', async () => {
    const contents = await (await fetch(`${platform.urls.business}/docs`)).text();
    const addresses = new Set([...contents.matchAll(/href="(\/docs\/[a-z/-]+)"/g)].map(([, link]) => link!));
    addresses.delete('/docs/reference');
    expect(addresses.size).toBeGreaterThan(30);
    for (const address of ['/', '/docs', ...addresses]) {
      const bytes = await bytesOf(address);
      expect([address, bytes > 1000, bytes <= MAX_PAGE_BYTES]).toEqual([address, true, true]);
    }
    expect(await bytesOf('/docs/reference')).toBeLessThanOrEqual(MAX_REFERENCE_BYTES);
  });

  it.each(SCREENS)('The search is loaded on focus and works with the keyboard, %s', (_, screen) =>
    onPage(
      '/docs',
      async (page) => {
        const loaded: string[] = [];
        page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
        const indexed = page.waitForResponse((answer) => answer.url().includes('search-index'));
        await page.keyboard.press('/');
        const field = page.getByRole('combobox', { name: 'Search the documentation' });
        await indexed;
        expect(loaded).toHaveLength(2);
        await field.fill('signatur');
        await page.getByRole('option').first().waitFor();
        expect(await barriersOn(page)).toEqual({ light: [], dark: [] });
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        const selected = page.getByRole('option', { selected: true });
        expect(await selected.count()).toBe(1);
        const address = (await selected.getAttribute('href'))!;
        expect(address).toMatch(/^\/docs\/guides\/webhooks/);
        await page.keyboard.press('Escape');
        expect(await page.getByRole('option').count()).toBe(0);
        await field.fill('verifying signatures');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/docs\/guides\/webhooks/);
        const anchor = page.url().split('#')[1];
        if (anchor) expect(await page.locator(`[id="${anchor}"]`).isVisible()).toBe(true);
      },
      { screen },
    ),
  );

  it('leads with the Tab key over a link to the content to every part of the page', () =>
    onPage('/docs/start/quickstart', async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.locator(':focus').getAttribute('id')).toBe('content');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(
        true,
      );
    }));

  it.each([true, false])(
    'opens the pages from a menu on a phone, with scripts: %s',
    async (javaScriptEnabled) =>
      onPage(
        '/docs/start/quickstart',
        async (page) => {
          const pages = page.getByRole('navigation', { name: 'Documentation' });
          expect(await pages.isVisible()).toBe(false);
          await page.getByRole('button', { name: 'Menu' }).click();
          await pages.getByRole('link', { name: 'Webhooks' }).click();
          await page.waitForURL(/\/docs\/guides\/webhooks$/);
          expect(await page.locator('h1').textContent()).toBe('Webhooks');
          expect(await pages.isVisible()).toBe(false);
          expect(await page.getByRole('combobox').count()).toBe(javaScriptEnabled ? 1 : 0);
        },
        { screen: { ...PHONE, javaScriptEnabled } },
      ),
  );

  it('copies a code sample', () =>
    onPage('/docs/reference/api', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const sample = page.locator('.code').first();
      await sample.hover();
      await sample.getByRole('button', { name: 'Copy' }).click();
      await sample.getByRole('button', { name: 'Copied' }).waitFor();
      const text = await sample.locator('code').textContent();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    }));

  describe('The reference', () => {
    it('sends the requests of its forms to this host, with the key that was set', async () => {
      const { test } = await platform.merchant({ business_name: 'Reference Books' });
      await onPage('/docs/reference', async (page) => {
        await page.locator('#link-auth').click();
        // The first credential is a session.
        await page.locator('.api-key-input').nth(1).fill(test.secret_key);
        await page.getByRole('button', { name: 'Set' }).nth(1).click();
        const tried = async (title: string, body?: object) => {
          await page.getByRole('link', { name: title, exact: true }).first().click();
          await page.getByRole('heading', { name: title }).first().waitFor();
          if (body) await page.locator('textarea').first().fill(JSON.stringify(body));
          const answered = page.waitForResponse((answer) => answer.url().includes('/api/sessions.php'));
          await page.getByRole('button', { name: 'Execute' }).first().click();
          const answer = await answered;
          await page.getByText(`(${answer.status()})`).first().waitFor();
          return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> };
        };
        await page.locator('#link-tag--Checkout-sessions').click();
        const created = await tried('Open a checkout session', {
          amount: 2500,
          currency: 'NGN',
        });
        expect(created).toMatchObject({ status: 200, body: { success: true } });
        const listed = await tried('Sessions of the account, newest first');
        expect(listed).toMatchObject({
          status: 200,
          body: { data: { data: [{ session_id: created.body.session_id }] } },
        });
        expect(await barriersOn(page)).toEqual({ light: [], dark: [] });
      });
    });

    it('says where its document is if scripts are off', () =>
      onPage('/docs/reference', async (page) => {
        expect(await page.locator('noscript').textContent()).toContain('openapi.json');
      }));
  });
});
