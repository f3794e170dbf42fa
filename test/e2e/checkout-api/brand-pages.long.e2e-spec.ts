import type { Browser, Page, Request } from 'playwright-core';
import { detailedLogo } from '../../support/identity-files';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { uploadLogo } from '../../support/uploads';
import { Escrows } from '../escrow/escrows';
import { Portal } from '../escrow/portal';
import { Billing } from '../invoices/billing';
import { SubscriptionShop } from '../subscriptions/subscribers';
import { barriersOn, describeOnEachScreen, launch, watchedPage } from './browser';
import { Shop } from './cards';

const MAX_FIRST_LOAD = 35_000;
const COLORS = ['#ffff00', '#000000'] as const;
const CONTACTS = {
  support_phone: '+2348031234567',
  support_url: 'https://books.example/help',
  terms_url: 'https://books.example/terms',
  postal_address: '12 Broad Street\nLagos',
};

describeOnEachScreen('the pages of a business with a brand', (screen) => {
  let platform: Platform;
  let browser: Browser;
  let merchant: TestMerchant;
  let billing: Billing;
  let live: Shop;
  let sandbox: Shop;
  let addresses: Record<string, string>;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant({ business_name: 'Okafor Books' });
    const uploaded = await uploadLogo(platform, await detailedLogo(), merchant);
    expect([uploaded.status, uploaded.text]).toMatchObject([200, expect.anything()]);
    await update({ ...CONTACTS, support_email: merchant.email });
    billing = new Billing(platform, merchant, 'live');
    live = new Shop(platform, 'checkout', merchant.live.secret_key);
    sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    addresses = await opened();
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.proveAndStop();
  });

  async function update(body: object) {
    const by = { token: merchant.token };
    const path = 'business.php?section=brand&action=update';
    const { status, text } = await platform.post('business', path, { pin: merchant.pin, ...body }, by);
    if (status !== 200) throw new Error(`update: ${status} ${text}`);
  }

  /** One page of each kind. */
  async function opened(): Promise<Record<string, string>> {
    const paid = await live.open();
    await live.pay(paid, CARDS.approved);
    const { uuid } = await new Escrows(platform).paidByCard(live, { description: 'A chair' });
    const plans = new SubscriptionShop(platform, merchant.live);
    const { subscription } = await plans.subscribe(await plans.plan({ name: 'The box' }), 'page@example.com');
    const link = { title: 'Donation', currency: 'NGN', amount: 500 };
    const create = 'features.php?section=payment-links&action=create';
    const linked = await platform.post('business', create, link, { key: merchant.live.secret_key });
    return {
      payment: (await live.open()).checkout_url,
      'payment in the sandbox': (await sandbox.open()).checkout_url,
      result: paid.checkout_url,
      link: linked.body.url as string,
      invoice: (await billing.sent()).payment_url,
      subscription: subscription.manage_url as string,
      escrow: new Portal(platform, uuid, 'checkout').url,
    };
  }

  async function onPage(address: string, story: (page: Page) => Promise<void>): Promise<void> {
    const { page, faults, close } = await watchedPage(browser, screen, [new URL(address).origin]);
    await page.goto(address);
    await page.locator('footer').waitFor();
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  /** The computed colour of a part of the page, as `rgb(…)`. */
  const colorOf = (page: Page, selector: string, property: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
    );

  it.each(COLORS)('show logo, name, contacts and terms in %s without barriers', async (color) => {
    await update({ color });
    for (const [kind, address] of Object.entries(addresses)) {
      await onPage(address, async (page) => {
        const mark = page.locator('.payee-logo');
        await mark.waitFor();
        await page.evaluate(`document.querySelector('.payee-logo').decode()`);
        expect(await page.locator('.payee').textContent()).toContain('Okafor Books');
        await page.getByRole('link', { name: merchant.email }).waitFor();
        await page.getByRole('link', { name: 'Support', exact: true }).waitFor();
        await page.getByRole('link', { name: 'Terms', exact: true }).waitFor();
        await page.getByText('Payments by Payments').waitFor();
        expect([kind, await page.getByText('Test mode.').count()]).toEqual([
          kind,
          kind.endsWith('sandbox') ? 1 : 0,
        ]);
        expect([kind, await barriersOn(page)]).toEqual([kind, { light: [], dark: [] }]);
      });
    }
  });

  it('have the colour on the main button, and a legible text on it', async () => {
    await update({ color: '#ffff00' });
    for (const kind of ['payment', 'link', 'invoice', 'subscription', 'escrow']) {
      await onPage(addresses[kind]!, async (page) => {
        await page.locator('.button:not(.quiet)').first().waitFor();
        expect([kind, await colorOf(page, '.button:not(.quiet)', 'background-color')]).toEqual([
          kind,
          'rgb(255, 255, 0)',
        ]);
        expect(await colorOf(page, '.button:not(.quiet)', 'color')).toBe('rgb(0, 0, 0)');
      });
    }
  });

  it('load at most 35,000 bytes at first, with the largest logo', async () => {
    const { page, close } = await watchedPage(browser, screen, [platform.urls.checkout]);
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto(addresses.payment!);
    await page.getByRole('button', { name: /^Pay / }).waitFor();
    await page.evaluate(`document.querySelector('.payee-logo').decode()`);
    const sizes: Record<string, number> = {};
    for (const request of requests) {
      const name = new URL(request.url()).pathname.split('/').slice(1).join(' ');
      sizes[name] = (await request.sizes()).responseBodySize;
    }
    await close();
    const logo = Object.entries(sizes).find(([name]) => name.startsWith('brand'))![1];
    expect(logo).toBeGreaterThan(4_500);
    const sum = Object.values(sizes).reduce((all, size) => all + size);
    expect({ ...sizes, sum: Math.max(sum, MAX_FIRST_LOAD) }).toEqual({ ...sizes, sum: MAX_FIRST_LOAD });
  });
});
