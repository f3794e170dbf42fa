import { ConsoleScreens } from '../../support/console-screens';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, look } from '../checkout-api/browser';

describeOnEachScreen('Invoices in the console', (screen) => {
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

  it('are written with their totals beside the lines, saved as PDF, changed and sent', async () => {
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      await screens.menu(page, 'Invoices');
      await main.getByRole('link', { name: 'New invoice' }).click();
      await main.getByLabel('Name').fill('Ada Client');
      await main.getByLabel('Description').fill('A chair');
      await main.getByLabel('Quantity').fill('2');
      await main.getByLabel('Unit price').fill('1000');
      await main.getByLabel('Tax in %').fill('7.5');
      await main.getByLabel('Currency').selectOption('NGN');
      await main.getByText('₦2,150.00').waitFor();
      await main.getByRole('button', { name: 'Add a line' }).click();
      const second = main.getByRole('group', { name: 'Line 2' });
      await second.getByLabel('Description').fill('A table');
      await second.getByLabel('Unit price').fill('500');
      await main.getByText('₦2,650.00').waitFor();
      await look(page);
      await main.getByRole('button', { name: 'Save draft' }).click();
      await main.getByText(/client_email/).waitFor();
      await main.getByLabel('E-mail address').fill('ada.client@example.com');
      await main.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: '₦2,650.00' }).waitFor();
      await look(page);
      const saved = page.waitForEvent('download');
      await main.getByRole('button', { name: 'Download PDF' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^INV-\d{4}-000001\.pdf$/);
      await main.getByRole('link', { name: 'Edit' }).click();
      await main.getByRole('button', { name: 'Remove line 2' }).click();
      await main.getByText('₦2,150.00').first().waitFor();
      await main.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: '₦2,150.00' }).waitFor();
      await main.getByRole('button', { name: 'Send invoice' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Send invoice' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await main.getByText('Waits for the client to pay.').waitFor();
      await look(page);
    });
    const [invoice] = await platform.sql<{ status: string; total: string; mails: string }>(
      `SELECT i.status, i.total_minor AS total, (SELECT count(*) FROM invoice_mails m WHERE m.invoice_id = i.id) AS mails
         FROM invoices i WHERE i.owner_id = $1`,
      [merchant.id],
    );
    expect(invoice).toEqual({ status: 'sent', total: '215000', mails: '1' });
  });

  it('are credited in part, and void where nothing was paid', async () => {
    const body = {
      client_name: 'Grace Client',
      client_email: 'grace.client@example.com',
      currency_code: 'NGN',
      items: [{ description: 'A lamp', quantity: 1, unit_price: 80 }],
    };
    const { token } = merchant;
    const made = await platform.post('business', 'invoices.php?action=create', body, { token });
    await platform.post('business', 'invoices.php?action=send', { id: made.body.id }, { token });
    await screens.as(merchant, async (page) => {
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await screens.menu(page, 'Invoices');
      await main.getByRole('searchbox').fill('Grace');
      await page.keyboard.press('Enter');
      await main.getByRole('link', { name: '₦80.00' }).click();
      await main.getByRole('button', { name: 'Credit' }).click();
      await dialog.getByLabel(/^Amount/).fill('30');
      await dialog.getByLabel('Reason').fill('It came late');
      await look(page);
      await dialog.getByRole('button', { name: 'Credit' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await main.getByText('₦50.00').first().waitFor();
      await main.getByRole('button', { name: 'Void' }).click();
      await dialog.getByRole('button', { name: 'Void' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await main.getByText('Voided').waitFor();
      await look(page);
    });
    const path = `invoices.php?action=detail&id=${made.body.id}`;
    const shown = await platform.get('business', path, { token });
    expect(shown.body).toMatchObject({ status: 'void', amount_credited: 30 });
  });
});
