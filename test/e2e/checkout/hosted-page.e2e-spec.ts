import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fx } from '@app/fx';
import { Rate } from '@app/kernel';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Platform, startPlatform } from '../../support/platform';
import { DESKTOP, describeInBrowser, launch, PHONE, picture, watchedPage } from './browser';
import { CARDS, Shop } from './cards';

describeInBrowser('the hosted page in a browser', () => {
  let platform: Platform;
  let browser: Browser;
  let sandbox: Shop;
  let live: Shop;
  let merchantSite: Server;
  let site: string;

  beforeAll(async () => {
    platform = await startPlatform();
    const merchant = await platform.merchant({ business_name: 'Okafor Books' });
    sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    live = new Shop(platform, 'checkout', merchant.live.secret_key);
    merchantSite = createServer((_request, response) => response.end('<h1>Thank you</h1>')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => merchantSite.once('listening', resolve));
    site = `http://127.0.0.1:${(merchantSite.address() as AddressInfo).port}`;
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    merchantSite?.close();
    try {
      await platform?.verifyBooks();
    } finally {
      await platform?.stop();
    }
  });

  /** Opens a session's page, and fails the test when anything went wrong in the browser meanwhile. */
  async function onPage(
    shop: Shop,
    fields: Record<string, unknown>,
    story: (page: Page, session: { session_id: string; checkout_url: string }) => Promise<void>,
    options: BrowserContextOptions = DESKTOP,
  ) {
    const session = await shop.open({
      amount: 24500,
      description: 'Order 1042: “Half of a Yellow Sun”, two copies',
      success_url: `${site}/thanks?order=1042`,
      cancel_url: `${site}/basket`,
      ...fields,
    });
    const { page, faults, close } = await watchedPage(browser, options, [platform.urls[shop.host], site]);
    await page.goto(session.checkout_url);
    await story(page, session);
    expect(faults).toEqual([]);
    await close();
    return session;
  }

  async function fill(page: Page, number: string) {
    await page.getByLabel('Card number').pressSequentially(number);
    await page.getByLabel('Expiry date').pressSequentially('1299');
    await page.getByLabel('Security code').pressSequentially('123');
    await page.getByLabel('Name on card').fill('Ada Obi');
  }

  const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
  const paid = (page: Page) => page.getByRole('heading', { name: 'Payment complete' }).waitFor();

  it('shows who is paid what, in test mode with a banner', async () => {
    await onPage(sandbox, {}, async (page) => {
      expect(await page.title()).toBe('Pay – Okafor Books');
      await page.getByText('Test mode.').waitFor();
      expect(await page.locator('#amount').textContent()).toBe('₦24,500.00');
      await page.getByText('Order 1042: “Half of a Yellow Sun”, two copies').waitFor();
      await picture(page, 'desktop');
    });
    await onPage(
      live,
      {},
      async (page) => {
        expect(await page.getByText('Test mode.').count()).toBe(0);
        await picture(page, 'phone');
      },
      PHONE,
    );
  });

  it('formats what is typed and names what is wrong beside its field', async () => {
    await onPage(sandbox, {}, async (page) => {
      await page.getByLabel('Card number').pressSequentially('4000000000000000');
      expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0000');
      expect(await page.locator('#brand').textContent()).toBe('Visa');
      await page.getByLabel('Expiry date').pressSequentially('1230');
      expect(await page.getByLabel('Expiry date').inputValue()).toBe('12 / 30');
      await page.getByLabel('Expiry date').fill('');
      await page.getByLabel('Expiry date').pressSequentially('5/2019');
      expect(await page.getByLabel('Expiry date').inputValue()).toBe('05 / 2019');
      await payButton(page).click();
      await page.getByText('This card has expired.').waitFor();
      await page.getByText('Enter the 3 or 4 digits.').waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('expiry');
      await picture(page, 'fields');
      expect(new URL(page.url()).search).toBe('');
    });
  });

  it('an approved card pays, and the buyer goes back to the merchant', async () => {
    const session = await onPage(live, {}, async (page, { session_id }) => {
      await fill(page, CARDS.approved);
      await payButton(page).click();
      await paid(page);
      await picture(page, 'paid');
      const back = page.getByRole('link', { name: 'Return to Okafor Books' });
      expect(await back.getAttribute('href')).toBe(`${site}/thanks?order=1042&session_id=${session_id}`);
      await page.waitForURL(`${site}/thanks?order=1042&session_id=${session_id}`);
    });
    expect(await live.statusOf(session)).toBe('completed');
  });

  it('after a declined card another one pays', async () => {
    const session = await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.insufficientFunds);
      await payButton(page).click();
      await page.getByRole('alert').filter({ hasText: 'Insufficient funds' }).waitFor();
      expect(await page.getByLabel('Security code').inputValue()).toBe('');
      await picture(page, 'declined');
      await page.getByLabel('Card number').fill('');
      await page.getByLabel('Card number').pressSequentially(CARDS.approved);
      await page.getByLabel('Security code').pressSequentially('123');
      await payButton(page).click();
      await paid(page);
    });
    expect(await sandbox.statusOf(session)).toBe('completed');
  });

  it('an OTP card asks for its code', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.otp);
      await payButton(page).click();
      await page.getByLabel('One-time password').fill('123456');
      await picture(page, 'otp');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await paid(page);
    });
  });

  it('a PIN card asks for its PIN; a wrong one ends the attempt, and the buyer may try again', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.pin);
      await payButton(page).click();
      await page.getByLabel('Card PIN', { exact: true }).fill('9999');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alert').filter({ hasText: 'Incorrect PIN' }).waitFor();
      await fill(page, CARDS.pin);
      await payButton(page).click();
      await page.getByLabel('Card PIN', { exact: true }).fill('1234');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await paid(page);
    });
  });

  it("a 3DS card leads to the bank's page and back", async () => {
    await onPage(live, { success_url: undefined }, async (page) => {
      await fill(page, CARDS.challenge);
      await payButton(page).click();
      await page.getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('alert').filter({ hasText: 'You were not charged' }).waitFor();
      await fill(page, CARDS.challenge);
      await payButton(page).click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await paid(page);
      expect(page.url()).toMatch(/\/pay\/[\w-]{43}$/);
    });
  });

  it('a buyer who comes back without an answer may go to the bank again, or take another card', async () => {
    await onPage(sandbox, {}, async (page, { checkout_url }) => {
      await fill(page, CARDS.challenge);
      await payButton(page).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.goto(checkout_url);
      await page.getByRole('link', { name: 'Continue to your bank' }).waitFor();
      await picture(page, 'bank');
      await page.getByRole('button', { name: 'Use another card' }).click();
      await fill(page, CARDS.approved);
      await payButton(page).click();
      await paid(page);
    });
  });

  it('an expired session takes no card', async () => {
    await onPage(sandbox, { expires_in: 5 }, async (page) => {
      await fill(page, CARDS.approved);
      platform.clock.advance({ minutes: 6 });
      await payButton(page).click();
      await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor();
      await picture(page, 'expired');
    });
  });

  it('in the dark, on a phone, with a converted amount', async () => {
    const fx = platform.inside('checkout', Fx);
    await fx.setCheckoutRate('USD', 'NGN', Rate.parse('1540'), randomUUID());
    await onPage(
      sandbox,
      { amount: 1000, currency: 'USD', description: 'Annual plan' },
      async (page) => {
        await page.getByText('Your card is charged ₦1,540,000.00 (NGN).').waitFor();
        await picture(page, 'dark');
      },
      { ...PHONE, colorScheme: 'dark' },
    );
  });
});
