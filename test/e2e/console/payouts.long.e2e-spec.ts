import { ConsoleScreens } from '../../support/console-screens';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('Payouts in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await setLiveNairaRate(platform, 'USD', '1500');
    merchant = await platform.merchant();
    await platform.fund(merchant, 'NGN', '10000.00');
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  it('go to a new account, whose holder is shown before it is saved', async () => {
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const withdrawal = page.getByRole('dialog', { name: 'Withdraw' });
      const account = page.getByRole('dialog', { name: 'Add a bank account' });
      await screens.menu(page, 'Payouts');
      await main.getByRole('button', { name: 'Withdraw' }).click();
      await withdrawal.getByLabel('Amount').fill('2500');
      await withdrawal.getByRole('button', { name: 'Add a bank account' }).click();
      await account.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' });
      await account.getByLabel('Account number').fill('0000000000');
      await account.getByText('The bank knows no such account.', { exact: false }).waitFor();
      await account.getByLabel('Account number').fill('0123456789');
      await account.getByText('Test Account 6789').waitFor();
      await look(page);
      await account.getByRole('button', { name: 'Save account' }).click();
      await account.waitFor({ state: 'hidden' });
      await withdrawal
        .getByLabel('To', { exact: true })
        .locator('option:checked', { hasText: 'Guaranty Trust Bank •••• 6789 · NGN' })
        .waitFor({ state: 'attached' });
      expect(await withdrawal.getByLabel('Amount').inputValue()).toBe('2500');
      await withdrawal.getByLabel('Transaction PIN').fill('9999');
      await withdrawal.getByRole('button', { name: 'Continue' }).click();
      await withdrawal.getByText(/^Wrong PIN/).waitFor();
      await look(page);
      await withdrawal.getByLabel('Transaction PIN').fill(merchant.pin);
      await withdrawal.getByRole('button', { name: 'Continue' }).click();
      await withdrawal.getByText('₦7,475.00').waitFor();
      await look(page);
      await withdrawal.getByRole('button', { name: 'Withdraw ₦2,500.00' }).click();
      await page.getByRole('heading', { level: 1, name: /^₦2,500\.00/ }).waitFor();
      await main.getByText('Payout requested').waitFor();
      await look(page);
      await main.getByRole('link', { name: 'See the movement' }).click();
      await page.getByRole('heading', { level: 1, name: /^−₦2,525\.00/ }).waitFor();
      await main.getByText('Payout requested').waitFor();
      await look(page);
    });
    const { body } = await platform.get('business', 'payout.php?action=list', { token: merchant.token });
    expect(body.data.data).toEqual([
      expect.objectContaining({ amount: 2500, fee: 25, currency: 'NGN', destination: '•••• 6789' }),
    ]);
  });

  it('go to mobile money as well, and are not sent where the balance is not enough', async () => {
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Payouts');
      await main.getByRole('button', { name: 'Withdraw' }).click();
      await dialog.getByLabel('Amount').fill('999999');
      await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Mobile money' });
      await dialog.getByLabel('Network').selectOption({ label: 'M-PESA' });
      await dialog.getByLabel('Phone number').fill('0612');
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText(/^details\.phone/).waitFor();
      await dialog.getByLabel('Phone number').fill('+254712345678');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText('The balance is not enough.').waitFor();
      await look(page);
    });
    const { body } = await platform.get('business', 'payout.php?action=list', { token: merchant.token });
    expect(body.data.total).toBe(1);
  });

  it('are found by their state and the last digits of the account', async () => {
    await platform.runJobs();
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      await screens.menu(page, 'Payouts');
      await main.getByText('₦2,500.00').first().waitFor();
      await look(page);
      const search = main.getByRole('searchbox');
      await search.fill('6789');
      await search.press('Enter');
      await main.getByText('1 result').waitFor();
      await main.getByText('₦2,500.00').first().waitFor();
      await main.getByRole('link', { name: 'Failed' }).click();
      await main.getByText('Nothing matches these filters.').waitFor();
      await look(page);
    });
  });

  it('say why one was not paid, and offer to withdraw the same again', async () => {
    const by = { token: merchant.token };
    const details = { extwallet_email: 'denied@example.com' };
    const body = { method: 'extwallet', amount: 1500, details, pin: merchant.pin };
    const { body: sent } = await platform.post('business', 'payout.php?action=initiate', body, by);
    const isFailed = async () => {
      await platform.runJobs();
      const { body: history } = await platform.get('business', 'payout.php?action=history', by);
      return history.data[0].uuid === sent.transaction_id && history.data[0].status === 'failed';
    };
    expect(await eventually(isFailed)).toBe(true);
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      await screens.menu(page, 'Payouts');
      await main.getByRole('link', { name: 'Failed' }).click();
      await main.getByText('1 result').waitFor();
      await main.getByText('₦1,500.00').first().click();
      await main.getByText(/^Not paid: .+ Amount and fee are in your wallet again\.$/).waitFor();
      await look(page);
      await main.getByRole('button', { name: 'Withdraw again' }).click();
      expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('1500');
    });
  });

  it('go to saved accounts, which can be added and removed', async () => {
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Payouts');
      await main.getByRole('link', { name: 'Payout accounts' }).click();
      await main.getByText('•••• 6789', { exact: false }).waitFor();
      await main.getByRole('button', { name: 'Add a bank account' }).click();
      await dialog.getByLabel('Currency').selectOption('GHS');
      await dialog.getByLabel('Bank', { exact: true }).selectOption('GH280100');
      await dialog.getByLabel('Branch').selectOption({ label: 'Accra Main' });
      await dialog.getByLabel('Account number').fill('1234567');
      await dialog.getByLabel('Account holder').fill('Ama Mensah');
      await look(page);
      await dialog.getByRole('button', { name: 'Save account' }).click();
      await main.getByText('Ama Mensah').waitFor();
      await look(page);
      await main.getByRole('button', { name: /^Remove account: Guaranty/ }).click();
      await look(page);
      await dialog.getByRole('button', { name: 'Remove account' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await main.getByText('•••• 6789', { exact: false }).waitFor({ state: 'hidden' });
    });
    const { body } = await platform.get('business', 'payout.php?action=my-banks', { token: merchant.token });
    expect(body.data).toEqual([expect.objectContaining({ currency: 'GHS', account_name: 'Ama Mensah' })]);
  });

  it('are of live mode alone', async () => {
    await screens.as(merchant, async (page) => {
      await screens.menu(page, 'Payouts');
      await page.getByRole('link', { name: 'Test mode' }).click();
      await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
      await page.goto(`${platform.urls.business}/dashboard/payouts?test=1`);
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
      expect(await page.getByRole('link', { name: 'Payouts', includeHidden: true }).count()).toBe(0);
      await look(page);
      await page.getByRole('link', { name: 'Live', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
    });
  });
});
