import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('Balances in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    await platform.fund(merchant, 'NGN', '500.00');
    const friend = await platform.signUp();
    const send = (amount: number, note: string) =>
      platform.post(
        'business',
        'wallet.php?action=transfer',
        { recipient: friend.email, amount, note, pin: merchant.pin },
        { token: merchant.token },
      );
    await send(20, 'Paper and ink');
    await send(30, 'Coffee');
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  const saved = async (page: Page, click: () => Promise<void>): Promise<Download> => {
    const download = page.waitForEvent('download');
    await click();
    return download;
  };
  const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

  it('show the wallets, of which a new one can be opened', async () => {
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Balances');
      await main.getByText('₦449.95').first().waitFor();
      await main.getByRole('button', { name: 'New wallet' }).click();
      await dialog.getByLabel('Currency').selectOption('USD');
      await look(page);
      await dialog.getByRole('button', { name: 'Open wallet' }).click();
      await main.getByText('US Dollar').waitFor();
      await look(page);
    });
    const { body } = await platform.get('business', 'wallet.php?action=wallets', { token: merchant.token });
    expect(body.data).toEqual([
      expect.objectContaining({ currency_code: 'NGN', balance: '449.95' }),
      expect.objectContaining({ currency_code: 'USD', balance: '0.00' }),
    ]);
  });

  it('give the signed statement of a month, and its movements for a spreadsheet', async () => {
    const month = platform.clock.now().toISOString().slice(0, 7);
    await screens.as(merchant, async (page) => {
      const dialog = page.getByRole('dialog');
      const download = dialog.getByRole('button', { name: 'Download' });
      await screens.menu(page, 'Balances');
      await page.getByRole('main').getByRole('button', { name: 'Download statement' }).click();
      await dialog.getByLabel('Month').selectOption(month);
      await look(page);
      const statement = await saved(page, () => download.click());
      expect(statement.suggestedFilename()).toBe(`statement-${month}-NGN.json`);
      expect(JSON.parse(await textOf(statement))).toMatchObject({
        currency: 'NGN',
        month,
        closing_balance: '449.95',
      });
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('main').getByRole('button', { name: 'Download statement' }).click();
      await dialog.getByLabel('Month').selectOption(month);
      await dialog.getByLabel('Format').selectOption('csv');
      const sheet = await saved(page, () => download.click());
      expect(await textOf(sheet)).toContain('Paper and ink');
      await dialog.waitFor({ state: 'hidden' });
      const list = await saved(page, () =>
        page.getByRole('main').getByRole('button', { name: 'Export CSV' }).click(),
      );
      expect((await textOf(list)).trim().split('\r\n')).toHaveLength(4);
    });
  });

  it('list movements, which are found by their text and open with their records', async () => {
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      await screens.menu(page, 'Balances');
      await main.getByText('Coffee').waitFor();
      const search = main.getByRole('searchbox');
      await search.fill('paper');
      await search.press('Enter');
      await main.getByText('Coffee').waitFor({ state: 'hidden' });
      await main.getByText('Paper and ink').waitFor();
      await look(page);
      await main.getByRole('link', { name: '−₦20.02' }).click();
      await page.getByRole('heading', { level: 1, name: /^−₦20\.02/ }).waitFor();
      await main.getByText('What happened').waitFor();
      await look(page);
      await main.getByRole('link', { name: 'Balances' }).click();
      // On a phone they open on request.
      const filters = main.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) await filters.click();
      await main.getByLabel('Type', { exact: true }).selectOption('payout');
      await main.getByText('Nothing matches these filters.').waitFor();
      await look(page);
    });
  });
});
