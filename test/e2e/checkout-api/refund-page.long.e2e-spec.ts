import type { Browser, Page } from 'playwright-core';
import { type Platform, startPlatform } from '../../support/platform';
import { describeOnEachScreen, launch, look, watchedPage } from './browser';
import { PlainPage } from './plain-page';
import { ACCOUNT, lookUp, RefundAccounts, type RefundToAccount } from './refund-accounts';

describeOnEachScreen('the page of a refund in a browser', (screen) => {
  let platform: Platform;
  let browser: Browser;
  let desk: RefundAccounts;

  beforeAll(async () => {
    platform = await startPlatform();
    desk = new RefundAccounts(platform, await platform.merchant({ business_name: 'Okafor Books' }));
    browser = await launch();
  });
  afterEach(() => desk.bank.clearFaults());
  afterAll(async () => {
    await browser?.close();
    await platform?.proveAndStop();
  });

  async function onPage(
    { page: { url } }: RefundToAccount,
    story: (page: Page) => Promise<void>,
    scripts = true,
  ) {
    const options = { ...screen, javaScriptEnabled: scripts };
    const { page, faults, close } = await watchedPage(browser, options, [platform.urls.checkout]);
    await page.goto(url);
    await story(page);
    expect(faults).toEqual([]);
    await close();
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  /** Whether the page is no wider than the screen. */
  const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

  async function name(page: Page, number: string) {
    await page.getByLabel('Bank').selectOption('Access Bank');
    await page.getByLabel('Account number').fill(number);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('asks for an account, shows its holder, and says what becomes of the refund', async () => {
    const refund = await desk.refused(await desk.paid(), { reason: 'The second volume is sold out.' });
    await onPage(refund, async (page) => {
      expect(await page.title()).toBe('Where should we send your refund? – Okafor Books');
      await look(page, 'refund');
      expect(await fits(page)).toBe(true);
      await name(page, '0000000000');
      await page.getByRole('alert').getByText('does not know this account number').waitFor();
      expect(await page.getByLabel('Account number').inputValue()).toBe('0000000000');
      await look(page);
      await name(page, ACCOUNT.account_number);
      await heading(page, 'Is this your account?');
      await page.getByText('Test Account 0031').waitFor();
      await look(page, 'refund-confirm');
      expect(await fits(page)).toBe(true);
      await page.getByRole('button', { name: 'Send ₦2,500.50 to this account' }).click();
      await heading(page, 'Your refund is on its way');
      await look(page);
      await platform.runJobs();
      await desk.pass({ minutes: 2 });
      await page.reload();
      await heading(page, 'Your refund was sent');
      await look(page);
    });
  });

  it('needs no script, and keeps the language of the reader through its forms', async () => {
    const refund = await desk.refused(await desk.paid());
    await onPage(
      refund,
      async (page) => {
        await page.getByRole('link', { name: 'Français' }).click();
        await heading(page, 'Où envoyer votre remboursement ?');
        await page.getByLabel('Banque').selectOption('Access Bank');
        await page.getByLabel('Numéro de compte').fill('0690000032');
        await page.getByRole('button', { name: 'Continuer' }).click();
        await page.getByText('notre équipe le vérifie').waitFor();
        await page.getByRole('link', { name: 'Utiliser un autre compte' }).click();
        await heading(page, 'Où envoyer votre remboursement ?');
        await page.getByLabel('Banque').selectOption('Access Bank');
        await page.getByLabel('Numéro de compte').fill('0690000032');
        await page.getByRole('button', { name: 'Continuer' }).click();
        await page.getByRole('button', { name: 'Envoyer' }).click();
        await heading(page, 'Nous vérifions le compte');
      },
      false,
    );
  });

  it('offers mobile money and banks where the currency has both', async () => {
    const refund = await desk.refused(await desk.paidByPhone('GHS', { amount: 40 }));
    await onPage(refund, async (page) => {
      await page.getByLabel('Mobile money operator').waitFor();
      await look(page, 'refund-mobile');
      await page.getByRole('link', { name: 'Use a bank account instead' }).click();
      await page.getByLabel('Bank').selectOption('Ecobank Ghana');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Branch').selectOption('Ridge');
      await look(page);
      expect(await fits(page)).toBe(true);
    });
  });

  it('says that there is no refund, and that it has closed', async () => {
    const refund = await desk.refused(await desk.paid());
    await onPage(
      { ...refund, page: new PlainPage(refund.page.url.replace(/.{4}$/, 'AAAA')) },
      async (page) => {
        await heading(page, 'There is no refund here');
        await look(page);
      },
    );
    platform.clock.advance({ hours: 14 * 24 });
    await onPage(refund, async (page) => {
      await heading(page, 'This page has closed');
      await look(page);
    });
  });

  it('looks up ten accounts a day, and says so', async () => {
    const { page } = await desk.refused(await desk.paid());
    for (let n = 0; n < 10; n++) expect((await lookUp(page)).status).toBe(200);
    const { status, text } = await lookUp(page);
    expect([status, text.includes('Please try again later')]).toEqual([429, true]);
    platform.clock.advance({ hours: 25 });
    expect((await lookUp(page)).status).toBe(200);
  });
});
