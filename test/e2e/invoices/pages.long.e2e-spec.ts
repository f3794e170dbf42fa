import type { Browser, Page } from 'playwright-core';
import { DESKTOP, describeInBrowser, launch, look, PHONE, watchedPage } from '../checkout-api/browser';
import { Billing } from './billing';

const LINKS = 'features.php?section=payment-links&action=';
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen'.repeat(2);

describeInBrowser('the pages of invoices and payment links', () => {
  let billing: Billing;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
    billing = await Billing.open();
  });
  afterAll(async () => {
    await browser?.close();
    await billing?.platform.proveAndStop();
  });

  /** Addresses of pages in their different states, with long, foreign and marked-up texts. */
  async function addresses(): Promise<string[]> {
    const items = [
      {
        description: '<b>Tiles</b> and a long word: ' + LONG,
        quantity: 3,
        unit_price: '33.33',
        tax_rate: 7.5,
      },
      { description: 'نقل إلى المكتب', quantity: 1, unit_price: 999_999.99 },
    ];
    const terms = { items, discount_percent: 10, due_date: '2030-01-31', notes: 'Thanks' };
    const partly = await billing.sent({ ...terms, allow_partial: true, client_name: 'محمد علي' });
    await billing.card(await billing.begin(partly.payment_url, { amount: '40' }));
    const overdue = await billing.inTestMode().sent({ ...terms, due_date: '2020-01-31', reminders: true });
    const voided = await billing.sent({ client_name: LONG });
    await billing.action('void', { id: voided.id });
    const draft = await billing.draft();
    const link = async (body: object) =>
      (await billing.post(`${LINKS}create`, { currency: 'NGN', ...body })).body as {
        id: string;
        url: string;
      };
    const fixed = await link({ title: LONG, description: LONG, amount: 20 });
    const free = await link({ title: 'كتاب', min_amount: 5, max_amount: 50 });
    const off = await link({ title: 'Off' });
    await billing.post(`${LINKS}update`, { id: off.id, active: false });
    return [
      partly.payment_url,
      overdue.payment_url,
      `${overdue.payment_url}/reminders`,
      voided.payment_url,
      draft.payment_url,
      `${billing.platform.urls.checkout}/invoice/${'x'.repeat(43)}`,
      fixed.url,
      free.url,
      off.url,
    ];
  }

  const overflowOf = (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('are without barriers in both languages, light and dark, on a desktop and on a phone', async () => {
    const hosts = [billing.platform.urls.checkout, billing.platform.urls.sandbox];
    const urls = await addresses();
    for (const screen of [DESKTOP, PHONE]) {
      const { page, faults, close } = await watchedPage(browser, screen, hosts);
      for (const language of ['en', 'fr']) {
        for (const url of urls) {
          await page.goto(`${url}?lang=${language}`);
          await look(page);
          expect([url, await overflowOf(page)]).toEqual([url, 0]);
          expect([url, await page.locator('html').getAttribute('lang')]).toEqual([url, language]);
        }
      }
      expect(faults).toEqual([]);
      await close();
    }
  });

  it('offer the amounts of a link, and the field of another one where that is chosen', async () => {
    const amounts = { min_amount: 400, suggested_amounts: [500, 1000, 5000] };
    const body = { title: 'Support the library', currency: 'NGN', ...amounts };
    const { url } = (await billing.post(`${LINKS}create`, body)).body as { url: string };
    const { page, faults, close } = await watchedPage(browser, PHONE, [billing.platform.urls.checkout]);
    await page.goto(url);
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.textContent()).toBe('Support the library');
    const size = await page.evaluate<string>(`getComputedStyle(document.querySelector('h1')).fontSize`);
    expect(parseFloat(size)).toBeGreaterThanOrEqual(24);
    const text = await page.locator('body').innerText();
    const business = await page.locator('.payee span').last().innerText();
    expect(text.split(business).length - 1).toBe(1);
    const inputs = await page.locator('input:visible').all();
    const fields = await Promise.all(inputs.map((input) => input.getAttribute('name')));
    expect(fields).toEqual(['suggested', 'suggested', 'suggested', 'suggested', 'email']);
    await look(page, 'link', PHONE);
    await page.getByRole('radio', { name: 'Another amount' }).check();
    await page.getByLabel('Amount (NGN)').fill('3');
    await look(page);
    await page.getByRole('radio', { name: '₦1,000.00' }).check();
    expect(await page.getByLabel('Amount (NGN)').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(/\/pay\//);
    expect(await page.locator('#amount').textContent()).toBe('₦1,000.00');
    expect(faults).toEqual([]);
    await close();
  });

  it('lead a client without scripts from the invoice to the payment', async () => {
    const { page, faults, close } = await watchedPage(browser, PHONE, [billing.platform.urls.checkout]);
    const { payment_url: url } = await billing.sent({ allow_partial: true });
    await page.goto(url);
    await page.getByLabel(/amount/i).fill('30');
    await page.getByRole('button').click();
    await page.waitForURL(/\/pay\//);
    expect(await page.locator('body').innerText()).toContain('₦30.00');
    expect(faults).toEqual([]);
    await close();
  });
});
