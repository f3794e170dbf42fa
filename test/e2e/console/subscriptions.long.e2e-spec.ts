import type { Page } from 'playwright-core';
import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';

const ACTION = 'subscriptions.php?action=';

describeOnEachScreen('Subscriptions in the console', (screen) => {
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

  const press = (page: Page, name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).click();
  /** Answers the dialog with its button and waits until it is closed. */
  const answer = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const test = (action: string, body: object) =>
    platform.post('sandbox', ACTION + action, body, { key: merchant.test.secret_key });

  it('begin with a plan, change it, end and go on', async () => {
    await screens.as(merchant, async (page) => {
      await screens.menu(page, 'Subscriptions');
      await page.getByRole('main').getByRole('link', { name: 'Plans' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor();
      for (const [name, amount] of [
        ['Gold', '5000'],
        ['Silver', '1000'],
      ]) {
        await press(page, 'New plan');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill(name!);
        await dialog.getByLabel('Amount').fill(amount!);
        await dialog.getByLabel('Currency').selectOption('NGN');
        await answer(page, 'Create plan');
        await page.getByText(name!, { exact: true }).first().waitFor();
      }
      await look(page);
      await page.getByRole('main').getByRole('link', { name: 'Subscriptions' }).click();
      await press(page, 'New subscription');
      await look(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Plan').selectOption({ label: 'Gold · ₦5,000.00 a month' });
      await dialog.getByRole('button', { name: 'Subscribe' }).click();
      await dialog.getByText(/email/).first().waitFor();
      await dialog.getByLabel('E-mail address').fill('ada@example.com');
      await dialog.getByLabel(/^Name/).fill('Ada');
      await answer(page, 'Subscribe');
      await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
      await page.getByText('An invoice is not paid yet.').waitFor();
      await look(page);
      await press(page, 'Cancel subscription');
      await answer(page, 'Cancel subscription');
      await page.getByText(/is not renewed/).waitFor();
      await press(page, 'Resume');
      await answer(page, 'Resume');
      await page.getByText('An invoice is not paid yet.').waitFor();
    });
    const rows = await platform.sql('SELECT status, cancel_at_period_end AS ends FROM subscriptions');
    expect(rows).toEqual([{ status: 'active', ends: false }]);
  });

  it('show before a change of plan what it costs', async () => {
    const plans: string[] = [];
    for (const [name, amount] of [
      ['Basic', 3000],
      ['Large', 6000],
    ]) {
      const made = await test('create-plan', { name, amount, currency: 'NGN', interval: 'monthly' });
      plans.push(made.body.plan.plan_id);
    }
    const made = await test('subscribe', { plan_id: plans[0], customer: { email: 'grace@example.com' } });
    const { subscription_id } = made.body.subscription;
    await test('simulate', { subscription_id, do: 'pay' });
    await screens.as(merchant, async (page) => {
      await page.getByRole('link', { name: 'Test mode' }).click();
      await screens.menu(page, 'Subscriptions');
      await page.getByRole('link', { name: 'grace@example.com' }).click();
      await press(page, 'Change plan');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/₦6,000\.00 · /).waitFor();
      await dialog.getByLabel('When').selectOption('now');
      await dialog.getByText('when its invoice is paid').waitFor();
      await look(page);
      await answer(page, 'Change plan');
      await page.getByText('The plan Large begins when its invoice is paid.').waitFor();
      await press(page, 'Undo the change');
      await answer(page, 'Undo the change');
      await page.getByText('The plan Large begins').waitFor({ state: 'hidden' });
    });
  });

  it('are renewed when the test clock moves by a month', async () => {
    const plan = { name: 'Monthly', amount: 700, currency: 'NGN', interval: 'monthly' };
    const { plan_id } = (await test('create-plan', plan)).body.plan;
    const customer = { email: 'lin@example.com' };
    const card = { billing_mode: 'card_token', consent: { accepted: true } };
    const made = await test('subscribe', { plan_id, customer, ...card });
    const { subscription_id } = made.body.subscription;
    await test('simulate', { subscription_id, do: 'authorise' });
    await screens.as(merchant, async (page) => {
      await page.getByRole('link', { name: 'Test mode' }).click();
      await screens.menu(page, 'Subscriptions');
      await page.getByRole('link', { name: 'lin@example.com' }).click();
      await page.getByRole('button', { name: '+1 month' }).click();
      await page
        .getByRole('status')
        .getByText(/fell due/)
        .waitFor();
      await page.getByText('₦700.00 paid').nth(1).waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Freeze' }).click();
      await page.getByText('Frozen', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Reset' }).click();
      await look(page);
      await answer(page, 'Reset');
      await page.getByText('Real time', { exact: true }).waitFor();
    });
    const bills = await platform.get('sandbox', `${ACTION}list-invoices&subscription_id=${subscription_id}`, {
      key: merchant.test.secret_key,
    });
    expect(bills.body.data.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid']);
  });
});
