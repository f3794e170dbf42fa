import type { Browser, Page } from 'playwright-core';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { paidSession } from '../../support/refunds';
import { describeOnEachScreen, launch, look, watchedPage } from '../checkout-api/browser';

describeOnEachScreen('Payments in the console', (screen) => {
  let platform: Platform;
  let browser: Browser;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
    await platform.fund(merchant, 'NGN', '100.00');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.proveAndStop();
  });

  async function signedIn(story: (page: Page) => Promise<void>) {
    const hosts = [platform.urls.business, platform.urls.sandbox];
    const { page, faults, close } = await watchedPage(browser, { ...screen, reducedMotion: 'reduce' }, hosts);
    await page.goto(platform.urls.business);
    await page.getByLabel('E-mail address').fill(merchant.email);
    await page.getByLabel('Password').fill(merchant.password);
    await look(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Hello Test' }).waitFor();
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  it('are refunded in part with the PIN, also without an address of the customer', async () => {
    const id = await paidSession(platform, merchant);
    await signedIn(async (page) => {
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
    await signedIn(async (page) => {
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
