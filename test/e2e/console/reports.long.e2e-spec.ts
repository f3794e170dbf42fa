import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { paidSession } from '../../support/refunds';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('Reports in the console', (screen) => {
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

  it('show a period, and one is shared at an address that opens without sign-in', async () => {
    await paidSession(platform, merchant);
    const sender = await platform.signUp();
    await platform.fund(sender, 'NGN', '1000.00');
    const transfer = { recipient: merchant.usertag, amount: 310, pin: sender.pin };
    await platform.post('business', 'wallet.php?action=transfer', transfer, { token: sender.token });
    let address = '';
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Reports');
      await main.getByText('₦335.00').first().waitFor();
      await main.getByRole('heading', { name: 'Received over time' }).waitFor();
      await main.getByText('Transfers').waitFor();
      await main.getByRole('heading', { name: /^Who sent most since/ }).waitFor();
      await look(page);
      await main.getByRole('link', { name: 'Custom…' }).click();
      await main.getByText('Choose the first and the last day of the report.').waitFor();
      await look(page);
      await main.getByLabel('First day').fill('2020-01-01');
      await main.getByLabel('Last day').fill('2020-12-31');
      await main.getByText('Nothing moved in this period').waitFor();
      await look(page);
      await main.getByRole('link', { name: 'Last 7 days' }).click();
      await main.getByText('Transfers').waitFor();
      await main.getByRole('button', { name: 'Share', exact: true }).click();
      await look(page);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await dialog.getByText('Works until').waitFor();
      await look(page);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await dialog.getByRole('button', { name: 'Copy the address' }).click();
      await dialog.getByRole('button', { name: 'Copied' }).waitFor();
      address = await page.evaluate<string>('navigator.clipboard.readText()');
      await dialog.getByRole('link', { name: 'Flows as CSV' }).waitFor();
      const visitors = await page.context().browser()!.newContext({ locale: 'en-GB' });
      const visitor = await visitors.newPage();
      await visitor.goto(address);
      await visitor.getByText('₦335.00').first().waitFor();
      await visitors.close();
    });
    expect(await (await fetch(`${address}/flows.csv`)).text()).toContain('335.00');
  });
});
