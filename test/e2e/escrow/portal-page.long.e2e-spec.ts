import type { Browser, Page } from 'playwright-core';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, launch, look, watchedPage } from '../checkout-api/browser';
import { Shop } from '../checkout-api/cards';
import { Escrows } from './escrows';
import { Portal } from './portal';

describeOnEachScreen('the portal of an escrow in a browser', (screen) => {
  let platform: Platform;
  let browser: Browser;
  let escrows: Escrows;
  let live: Shop;
  let sandbox: Shop;
  let merchantKey: string;

  beforeAll(async () => {
    platform = await startPlatform();
    escrows = new Escrows(platform);
    const merchant = await platform.merchant({ business_name: 'Okafor Books' });
    merchantKey = merchant.live.secret_key;
    live = new Shop(platform, 'checkout', merchantKey);
    sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.proveAndStop();
  });

  async function onPortal(shop: Shop, story: (page: Page, uuid: string) => Promise<void>, scripts = true) {
    const terms = { description: 'A chair', escrow_condition: 'It stands', escrow_deadline_days: 5 };
    const { uuid } = await escrows.paidByCard(shop, terms);
    const host = shop.host as 'checkout' | 'sandbox';
    const options = { ...screen, javaScriptEnabled: scripts };
    const { page, faults, close } = await watchedPage(browser, options, [platform.urls[host]]);
    await page.goto(new Portal(platform, uuid, host).url);
    await story(page, uuid);
    expect(faults).toEqual([]);
    await close();
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

  it('lets the buyer release what they got, in their language', async () => {
    await onPortal(live, async (page) => {
      expect(await page.title()).toBe('Held in escrow – Okafor Books');
      expect((await page.locator('.receipt dt').allTextContents()).slice(0, 2)).toEqual([
        'Condition',
        'Release by',
      ]);
      expect(await page.getByText('in test mode').count()).toBe(0);
      await look(page, 'portal');
      await page.getByRole('link', { name: 'Français' }).click();
      await page.getByText(/^J'ai reçu/).click();
      await page.getByRole('button', { name: 'Libérer' }).click();
      await heading(page, 'Libéré pour Okafor Books');
      await look(page);
    });
  });

  it('needs no script, and does not release unless the buyer is sure', async () => {
    await onPortal(
      live,
      async (page, uuid) => {
        const release = page.getByRole('button', { name: 'Release ₦1,000.00' });
        await release.click();
        expect(await page.locator('input[name=sure]:invalid').count()).toBe(1);
        expect((await escrows.detail({ key: merchantKey }, uuid)).body.status).toBe('funded');
        await page.getByRole('checkbox').check();
        await release.click();
        await heading(page, 'Released to Okafor Books');
      },
      false,
    );
  });

  it('takes a dispute in several lines, and an answer to one', async () => {
    await onPortal(sandbox, async (page) => {
      await page.getByText('Test mode.', { exact: true }).waitFor();
      await page.getByText('No mail is sent in test mode.').waitFor();
      await page.getByText('Something is wrong').click();
      await look(page);
      await page.getByLabel('What is wrong?').fill('It came\nwith three legs');
      await page.getByLabel('Where can we see it?').fill('https://photos.example/chair');
      await page.getByRole('button', { name: 'Raise a dispute' }).click();
      await heading(page, 'We are looking into it');
      await page.getByText('It came with three legs').waitFor();
      await look(page);
    });
    await onPortal(live, async (page, uuid) => {
      await escrows.call({ key: merchantKey }, 'dispute', { uuid, reason: 'They do not answer' });
      await page.reload();
      await page.getByLabel('What is your response?').fill('I was away');
      await look(page);
      await page.getByRole('button', { name: 'Send the answer' }).click();
      await page.getByText('I was away').waitFor();
      expect(await page.getByRole('button').count()).toBe(0);
    });
  });
});
