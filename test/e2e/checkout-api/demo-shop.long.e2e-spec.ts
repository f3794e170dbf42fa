import type { Browser, Page } from 'playwright-core';
import { signatureHeaders } from '@app/webhooks';
import { CARDS } from '../../support/test-cards';
import { type Platform, startPlatform } from '../../support/platform';
import { DESKTOP, describeInBrowser, launch, look, watchedPage } from './browser';
describeInBrowser('the demo shop', () => {
  let platform: Platform;
  let browser: Browser;
  let address: string;
  let secret: string;

  beforeAll(async () => {
    platform = await startPlatform({ env: { NODE_ENV: 'development' } });
    const { test, token } = await platform.merchant({ business_name: 'Demo Books' });
    const app_id = test.app_id;
    // As the seed makes it.
    await platform.sql(`UPDATE merchant_apps SET name = 'Demo shop (test)' WHERE id = $1`, [app_id]);
    address = `${platform.urls.sandbox}/demo`;
    const endpoint = { app_id, url: `${address}/hooks` };
    const path = 'business.php?section=webhooks&action=create';
    const made = await platform.post('business', path, endpoint, { token });
    expect(made.status).toBe(200);
    secret = made.body.secret as string;
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  async function inShop(story: (page: Page) => Promise<void>) {
    const { page, faults, close } = await watchedPage(browser, DESKTOP, [platform.urls.sandbox]);
    await page.goto(address);
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  async function pay(where: { getByLabel: Page['getByLabel']; getByRole: Page['getByRole'] }) {
    await where.getByLabel('Card number').fill(CARDS.approved);
    await where.getByLabel('Expiry date').fill('1299');
    await where.getByLabel('Security code').fill('123');
    await where.getByRole('button', { name: /^Pay / }).click();
  }

  const unfold = (page: Page) => page.getByText('Four ways to integrate, and the keys').click();

  it('sells its product with one button, and shows the webhook as its server receives it', async () => {
    await inShop(async (page) => {
      await page.getByRole('img', { name: /^The cover/ }).waitFor();
      expect(await page.getByRole('button').allTextContents()).toEqual(['Buy']);
      expect(await page.locator('#order').isVisible()).toBe(false);
      await page.getByText('Nothing yet.').waitFor();
      await look(page, 'demo');
      await page.getByRole('button', { name: 'Buy' }).click();
      await pay(page.frameLocator('iframe'));
      const received = page.locator('#received li').filter({ hasText: 'payment.success' });
      await received.waitFor();
      expect(await received.innerText()).toMatch(/₦24,500\.00\s+signature verified/);
      await page.getByText('Paid, says the browser. The server has the webhook: the book is sent.').waitFor();
      expect(await page.getByText('Nothing yet.').isVisible()).toBe(false);
      await look(page);
    });
  });

  it('takes a webhook with a valid and recent signature only, and shows a repeated one once', async () => {
    const body = JSON.stringify({ event: 'payment.success', data: { amount: 1, currency: 'NGN' } });
    const seconds = () => platform.clock.unixSeconds();
    const send = (headers: Record<string, string>, text = body) =>
      fetch(`${address}/hooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: text,
      }).then(({ status }) => status);
    const signed = (id: string, at: number, by = secret) => signatureHeaders([by], id, at, body);
    const other = `whsec_${Buffer.alloc(24).toString('base64')}`;
    expect(await send({})).toBe(401);
    expect(await send(signed('msg_forged', seconds(), other))).toBe(401);
    expect(await send(signed('msg_old', seconds() - 301))).toBe(401);
    expect(await send(signed('msg_changed', seconds()), body.replace('1', '2'))).toBe(401);
    for (let i = 0; i < 2; i++) expect(await send(signed('msg_twice', seconds()))).toBe(200);
    const { events } = (await (await fetch(`${address}/events`)).json()) as { events: { id: string }[] };
    const ids = events.map(({ id }) => id).filter((id) => /^msg_(forged|old|changed|twice)$/.test(id));
    expect(ids).toEqual(['msg_twice']);
  });

  it.each(['Pay in a popup', 'Pay in the page', 'Pay by data attributes'])('%s', async (button) => {
    await inShop(async (page) => {
      await unfold(page);
      await page.getByRole('button', { name: button }).click();
      await pay(page.frameLocator('iframe'));
      await page.getByText(/^success \{"session_id":"cs_test_/).waitFor();
    });
  });

  it('pays on the whole page and receives the id of the session', async () => {
    await inShop(async (page) => {
      await unfold(page);
      await page.getByRole('button', { name: 'Pay on the whole page' }).click();
      await page.waitForURL(/\/pay\//);
      await pay(page);
      await page.getByText(/^The buyer came back from session cs_test_/).waitFor();
    });
  });
});
