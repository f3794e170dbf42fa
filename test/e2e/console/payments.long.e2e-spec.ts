import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { paidSession } from '../../support/refunds';
import { CARDS, cardOf } from '../../support/test-cards';
import { describeOnEachScreen, look } from '../checkout-api/browser';

const SALES: [amount: number, book: string, name: string, card: string | null][] = [
  [4200, 'Things Fall Apart', 'Ngozi Eze', CARDS.approved],
  [6500, 'Half of a Yellow Sun', 'Tunde Bakare', CARDS.approved],
  [9800, 'A Year of Recipes', 'Amara Obi', CARDS.declined],
  [3100, 'The Art of Mending', 'Claire Moreau', CARDS.approved],
  [5400, 'Letters from Lagos', 'Kwame Mensah', null],
  [7300, 'The Tailor of Accra', 'Zainab Musa', CARDS.approved],
  [14500, 'Atlas of Rivers', 'Ada Bello', CARDS.approved],
];

describeOnEachScreen('Payments in the console', (screen) => {
  let platform: Platform;
  let screens: ConsoleScreens;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    await platform.fund(merchant, 'NGN', '100.00');
    screens = await ConsoleScreens.open(platform, screen);
  });
  afterAll(async () => {
    await screens?.close();
    await platform?.proveAndStop();
  });

  it('are listed with their customers, methods and states', async () => {
    const shop = await platform.merchant({ business_name: 'Harbour Books' });
    const by = { key: shop.live.secret_key };
    for (const [amount, book, name, card] of SALES) {
      const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
      const { body } = await platform.post(
        'checkout',
        'sessions.php?action=create',
        {
          amount,
          currency: 'NGN',
          description: book,
          order_ref: `B-${1000 + amount}`,
          customer: { name, email },
        },
        by,
      );
      const { session_id } = body as { session_id: string };
      const pay = 'sessions.php?action=pay-card';
      if (card) await platform.post('checkout', pay, { session_id, card: cardOf(card) }, by);
    }
    await platform.runJobs();
    await screens.as(shop, async (page) => {
      await screens.menu(page, 'Payments');
      await page.getByText('ngozi.eze@example.com').first().waitFor();
      await look(page, 'console-payments');
      await page.getByRole('link', { name: /14,500/ }).click();
      await page.getByText(/^Payment received/).waitFor();
      await look(page, 'console-payment');
    });
  });

  it('are refunded in part with the PIN, also without an address of the customer', async () => {
    const id = await paidSession(platform, merchant);
    await screens.as(merchant, async (page) => {
      await look(page);
      await page.getByRole('link', { name: 'All payments' }).click();
      await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
      await page.getByText('₦25.00').first().waitFor();
      await look(page);
      await page.locator(`a[href*="${id}"]`).first().click();
      await page.getByRole('button', { name: 'Refund' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Amount/).fill('24.90');
      await dialog.getByLabel('Transaction PIN').fill('9999');
      await look(page);
      await dialog.getByRole('button', { name: 'Refund' }).click();
      await dialog.getByText(/^Wrong PIN/).waitFor();
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await dialog.getByRole('button', { name: 'Refund' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page
        .getByText(/₦24\.90/)
        .first()
        .waitFor();
      await look(page);
      // What is left is exact, though 25 - 24.9 is not in binary fractions.
      await page.getByRole('button', { name: 'Refund' }).click();
      expect(
        await page
          .getByRole('dialog')
          .getByLabel(/^Amount/)
          .inputValue(),
      ).toBe('0.1');
    });
    const [refund] = await platform.sql<{ count: string; minor: string }>(
      'SELECT count(*), sum(face_minor) AS minor FROM refunds WHERE session_id = $1',
      [id],
    );
    expect(refund).toEqual({ count: '1', minor: '2490' });
  });

  it('are found by the e-mail address of the customer, with the reason of a decline', async () => {
    const by = { key: merchant.live.secret_key };
    const customer = { email: 'ngozi@example.com', name: 'Ngozi Bello' };
    const opened = await platform.post(
      'checkout',
      'sessions.php?action=create',
      { amount: 31, customer },
      by,
    );
    const { session_id } = opened.body as { session_id: string };
    const payment = { session_id, card: cardOf(CARDS.declined) };
    await platform.post('checkout', 'sessions.php?action=pay-card', payment, by);
    await platform.runJobs();
    const path = `business.php?section=payments&action=detail&session_id=${session_id}`;
    const { body } = await platform.get('business', path, { token: merchant.token });
    await screens.as(merchant, async (page) => {
      await screens.menu(page, 'Payments');
      const search = page.getByRole('main').getByRole('searchbox');
      await search.fill('ngozi@');
      await search.press('Enter');
      await page.getByText('1 result').waitFor();
      await page.getByRole('link', { name: /^Declined/ }).click();
      await look(page);
      await page.getByText('₦31.00').first().click();
      await page.getByText(`was not accepted: ${body.failure as string}`).waitFor();
      await page
        .getByText(`•••• ${CARDS.declined.slice(-4)}`)
        .first()
        .waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Expire' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Transaction PIN').fill(merchant.pin);
      await dialog.getByRole('button', { name: 'Expire' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page
        .getByText(`Not paid. The last attempt was not accepted: ${body.failure as string}`)
        .waitFor();
      await page.getByRole('link', { name: 'All payments of this customer' }).click();
      await page.getByRole('heading', { level: 1, name: 'ngozi@example.com' }).waitFor();
      await look(page);
      await screens.menu(page, 'Customers');
      await page.getByText('ngozi@example.com').first().waitFor();
    });
    const after = await platform.get('business', path, { token: merchant.token });
    expect(after.body).toMatchObject({ state: 'expired', failure: body.failure, card_last4: '0010' });
  });

  it('belong to a test app in test mode, where a refund shows first what the buyer gets', async () => {
    const by = { key: merchant.test.secret_key };
    const opened = await platform.post(
      'sandbox',
      'sessions.php?action=create',
      { amount: 12.5, currency: 'NGN' },
      by,
    );
    const { session_id } = opened.body as { session_id: string };
    const card = { number: '4000000000000000', expiry_month: '12', expiry_year: '2099', cvv: '123' };
    await platform.post('sandbox', 'sessions.php?action=pay-card', { session_id, card }, by);
    await screens.as(merchant, async (page) => {
      await page.getByRole('link', { name: 'Test mode' }).click();
      await page.getByText('Simulated payments: no money moves.').waitFor();
      await page.locator(`a[href*="${session_id}"]`).first().click();
      await page.getByRole('button', { name: 'Refund' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('₦12.50').last().waitFor();
      expect(await dialog.getByLabel('Transaction PIN').count()).toBe(0);
    });
  });
});
