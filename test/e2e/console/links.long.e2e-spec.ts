import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('Payment links in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  it('are made with a QR code, and turned off and on', async () => {
    let address = '';
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Payment links');
      await main.getByRole('button', { name: 'New link' }).click();
      await dialog.getByLabel('Title').fill('A book');
      await dialog.getByLabel(/^Least amount/).fill('5');
      await dialog.getByLabel('Currency').selectOption('NGN');
      await look(page);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('heading', { level: 1, name: 'A book' }).waitFor();
      await main.getByRole('img', { name: 'QR code of the link' }).waitFor();
      await main.getByText('Open: it takes payments.').waitFor();
      address = (await main
        .getByText(/\/link\//)
        .first()
        .textContent())!.trim();
      await look(page);
      const saved = page.waitForEvent('download');
      await main.getByRole('button', { name: 'Save QR code' }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.svg$/);
      await main.getByRole('button', { name: 'Turn off' }).click();
      await dialog.getByRole('button', { name: 'Turn off' }).click();
      await main.getByText(/it is off/).waitFor();
      expect((await fetch(address)).status).toBe(410);
      await main.getByRole('button', { name: 'Turn on' }).click();
      await main.getByText('Open: it takes payments.').waitFor();
      await main.getByRole('link', { name: 'Payment links' }).click();
      await main.getByText('From ₦5.00').waitFor();
      await look(page);
    });
    expect((await fetch(address)).status).toBe(200);
  });
});
