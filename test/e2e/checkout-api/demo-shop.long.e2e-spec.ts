import type { Browser, Page } from 'playwright-core';
import { CARDS } from '../../support/test-cards';
import { type Platform, startPlatform } from '../../support/platform';
import { DESKTOP, describeInBrowser, launch, look, watchedPage } from './browser';
describeInBrowser('the demo shop', () => {
  let platform: Platform;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    platform = await startPlatform({ env: { NODE_ENV: 'development' } });
    const { test } = await platform.merchant({ business_name: 'Demo Books' });
    await platform.sql(`UPDATE merchant_apps SET name = 'Demo shop (test)' WHERE id = $1`, [test.app_id]);
    address = `${platform.urls.sandbox}/demo`;
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

  it.each(['Pay in a popup', 'Pay in the page', 'Pay by data attributes'])('%s', async (button) => {
    await inShop(async (page) => {
      if (button === 'Pay in a popup') await look(page, 'demo');
      await page.getByRole('button', { name: button }).click();
      await pay(page.frameLocator('iframe'));
      await page.getByText(/^success \{"session_id":"cs_test_/).waitFor();
    });
  });

  it('pays on the whole page and receives the id of the session', async () => {
    await inShop(async (page) => {
      await page.getByRole('button', { name: 'Pay on the whole page' }).click();
      await page.waitForURL(/\/pay\//);
      await pay(page);
      await page.getByText(/^The buyer came back from session cs_test_/).waitFor();
    });
  });
});
