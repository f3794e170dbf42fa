import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { CARDS } from '../../support/test-cards';
import { DESKTOP, describeInBrowser, PHONE } from './browser';
import { Shop } from './cards';
import { alertShows, fillCard, PageStories, paid, payButton } from './page-story';

/** The part of a phone's screen that its browser leaves to the page. */
const SMALL_PHONE: BrowserContextOptions = { ...PHONE, viewport: { width: 390, height: 664 } };
const MAX_PICTURES = 3 * 1024;
const LOADING_MS = 60_000;

describeInBrowser('the payment page', () => {
  let platform: Platform;
  let stories: PageStories;
  let merchant: TestMerchant;
  let sandbox: Shop;
  let live: Shop;

  beforeAll(async () => {
    platform = await startPlatform({ env: { MAIL_FROM: 'Cowrie <no-reply@cowrie.example>' } });
    merchant = await platform.merchant({ business_name: 'Okafor Books' });
    sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    live = new Shop(platform, 'checkout', merchant.live.secret_key);
    await live.open(); // Starts the host that sets the rate.
    await setNairaRate(platform, 'GHS', '131.4752', 'checkout');
    stories = await PageStories.begin(DESKTOP);
  });
  afterAll(async () => {
    await stories?.end();
    await platform?.proveAndStop();
  });

  const onPage: PageStories['tell'] = (...story) => stories.tell(...story);
  const choose = (page: Page, method: string) =>
    page.getByRole('radio', { name: method, exact: true }).check();
  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' }).click();

  describe('its pictures', () => {
    it('are signs of the methods, a lock at the button and the marks of cards, of 3 kB in all', async () => {
      await onPage(live, {}, async (page) => {
        const methods = page.locator('.method');
        expect(await methods.locator('svg').count()).toBe(await methods.count());
        await page.locator('#card-form .button svg').waitFor();
        const marks = page.locator('#brand');
        expect(await marks.getAttribute('aria-label')).toBe('Visa, Mastercard, Verve, Amex');
        expect(await marks.locator('svg').count()).toBe(4);
        const drawings = await page
          .locator('svg')
          .evaluateAll((all) => [...new Set(all.map(({ outerHTML }) => outerHTML))]);
        expect(drawings.join('').length).toBeLessThanOrEqual(MAX_PICTURES);
      });
    });

    it.each([
      [CARDS.approved, 'Visa', 1],
      ['5555555555554444', 'Mastercard', 1],
      ['5060990580000217499', 'Verve', 1],
      ['378282246310005', 'Amex', 1],
      ['6011000990139424', 'Discover', 0],
    ])('name the card %s: %s', async (number, brand, drawn) => {
      await onPage(sandbox, {}, async (page) => {
        await page.getByLabel('Card number').fill(number);
        await page.getByRole('img', { name: brand, exact: true }).waitFor();
        expect(await page.locator('#brand svg').count()).toBe(drawn);
      });
    });
  });

  describe('an amount in another currency', () => {
    const fields = { amount: 120, currency: 'GHS' };

    it('is named at the button as the card is charged, and below it with its rate', async () => {
      await onPage(live, fields, async (page) => {
        await page.getByRole('button', { name: 'Pay ₦15,777.03', exact: true }).waitFor();
        const line = page.locator('.converted');
        expect(await line.textContent()).toBe('GH₵120.00 at 131.48\u00a0₦ = ₦15,777.03');
        const [size, color, ink] = await page.evaluate<string[]>(`(() => {
          const { fontSize, color } = getComputedStyle(document.querySelector('.converted'));
          return [fontSize, color, getComputedStyle(document.body).color];
        })()`);
        expect([size, color]).toEqual(['16px', ink]);
        const box = (await line.boundingBox())!;
        expect(box.y).toBeGreaterThan((await page.locator('#amount').boundingBox())!.y);
        await choose(page, 'Mobile money');
        await line.waitFor({ state: 'hidden' });
        expect(await page.getByText('GHS').count()).toBe(0);
      });
    });

    it('is charged to a wallet of naira, which the button names too', async () => {
      const buyer = await platform.signUp();
      await platform.fund(buyer, 'NGN', '30000.00');
      await onPage(live, fields, async (page) => {
        await choose(page, 'Wallet');
        await page.getByLabel('E-mail').fill(buyer.email);
        await page.getByLabel('Password').fill(buyer.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('button', { name: /^Pay ₦15,777\.0\d$/ }).waitFor();
      });
    });
  });

  describe('the time it is open for', () => {
    /** Starts the page again at a time before its end, which passes as the test says, and keeps every change of a text. */
    async function watchTexts(page: Page, secondsLeft: number) {
      const end = await page.evaluate<string>(
        `JSON.parse(document.getElementById('start').textContent).session.expires_at`,
      );
      // The page has this time to load while its clock runs.
      const now = Date.parse(end) - secondsLeft * 1000 - LOADING_MS;
      // The page follows the server's clock, so the page is given another one.
      await page.route('**/pay/**', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          /"now":"[^"]+"/,
          `"now":"${new Date(now).toISOString()}"`,
        );
        await route.fulfill({ response, body });
      });
      await page.route(/public-status/, (route) => route.abort());
      await page.clock.install({ time: now });
      await page.reload();
      await payButton(page).waitFor();
      await page.clock.pauseAt(now + LOADING_MS);
      await page.evaluate(`window.changes = []; new MutationObserver((all) => {
        for (const { target } of all) changes.push([Date.now(), target.textContent]);
      }).observe(document.body, { subtree: true, characterData: true, childList: true })`);
      return () => page.evaluate<[at: number, text: string][]>('window.changes.splice(0)');
    }
    const inLagos = { locale: 'en-US', timezoneId: 'Africa/Lagos' };

    it('is named by its end above an hour, in the buyer’s own time', async () => {
      await onPage(
        sandbox,
        { expires_in: 1440 },
        async (page) => {
          const changes = await watchTexts(page, 23 * 3600);
          await page.getByText(/^This link works until (today|tomorrow), \d+:\d\d\s[AP]M\.$/).waitFor();
          await page.clock.runFor('10:00');
          expect(await changes()).toEqual([]);
        },
        inLagos,
      );
    });

    it('is named in minutes below an hour, and in seconds below two minutes', async () => {
      await onPage(sandbox, {}, async (page) => {
        const changes = await watchTexts(page, 270);
        await page.getByText('This link works for 4 minutes.').waitFor();
        await page.clock.runFor('02:15');
        await page.getByText('This link works for 2 minutes.').waitFor();
        const times = (await changes()).map(([at]) => at);
        expect(times).toHaveLength(2);
        expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(60_000);
        await page.clock.runFor('00:50');
        const seconds = page.getByText(/^This link works for \d+ seconds\.$/);
        const left = async () => Number(/\d+/.exec((await seconds.textContent())!)![0]);
        const before = await left();
        await page.clock.runFor('00:10');
        expect(before - (await left())).toBe(10);
      });
    });
  });

  it('shows number, bank, name and amount of a transfer once, each to be copied', async () => {
    await onPage(
      live,
      {},
      async (page) => {
        await choose(page, 'Bank transfer');
        await page.getByRole('button', { name: 'Get an account number' }).click();
        await page.getByText('Account number', { exact: true }).waitFor();
        const rows = await page.locator('.copied-text').allTextContents();
        expect(rows).toEqual([
          expect.stringMatching(/^\d{10}$/),
          'Simulated Bank',
          'Okafor Books',
          '₦24,500.00',
        ]);
        const text = await page.locator('.panel').innerText();
        for (const row of rows) expect([row, text.split(row).length - 1]).toEqual([row, 1]);
        const names = ['Account number', 'Bank', 'Account name', 'Exact amount'];
        for (const [i, name] of names.entries()) {
          await page.getByRole('button', { name: `Copy: ${name}` }).click();
          const copied = await page.evaluate<string>('navigator.clipboard.readText()');
          expect(copied).toBe(i === 3 ? '24500.00' : rows[i]);
        }
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  describe('its card', () => {
    /** Of the document, whatever part of it is in sight. */
    const topOf = (page: Page) =>
      page.evaluate<number>(`document.querySelector('.panel').getBoundingClientRect().top + scrollY`);

    it.each([
      ['a desktop', DESKTOP],
      ['a phone', SMALL_PHONE],
    ])('stays where it is from step to step, on %s', async (_screen, screen) => {
      const tops: number[] = [];
      const note = async (page: Page) => tops.push(await topOf(page));
      await onPage(
        sandbox,
        { amount: 120, currency: 'GHS' },
        async (page) => {
          await payButton(page).waitFor();
          await note(page);
          await fillCard(page, CARDS.pinThenOtp);
          await payButton(page).click();
          await page.getByLabel('Card PIN', { exact: true }).fill('1234');
          await note(page);
          await confirm(page);
          await page.getByLabel('One-time password').fill('000000');
          await note(page);
          await confirm(page);
          await alertShows(page, 'Incorrect one-time password');
          await note(page);
          await choose(page, 'Wallet');
          await note(page);
          await choose(page, 'Card');
          await page.getByLabel('Card number').fill(CARDS.approved);
          await page.getByLabel('Expiry date').fill('1299');
          await page.getByLabel('Security code').fill('123');
          await payButton(page).click();
          await paid(page);
          await note(page);
        },
        screen,
      );
      expect(tops).toHaveLength(6);
      expect(new Set(tops).size).toBe(1);
    });

    it.each([
      ['en-GB', /^Pay /],
      ['fr-FR', /^Payer /],
    ])('has its button in sight on a phone (%s)', async (locale, name) => {
      await onPage(
        sandbox,
        { amount: 120, currency: 'GHS' },
        async (page) => {
          const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
          expect(y + height).toBeLessThanOrEqual(664);
        },
        { ...SMALL_PHONE, locale },
      );
    });
  });

  describe('the wallet', () => {
    it('is named after the service, knows the address of the buyer, and leads to a new password', async () => {
      const buyer = await platform.signUp();
      await onPage(live, { customer: { email: buyer.email } }, async (page) => {
        await choose(page, 'Wallet');
        await page.getByText('Pay with your Cowrie wallet').waitFor();
        expect(await page.getByLabel('E-mail').inputValue()).toBe(buyer.email);
        const link = page.getByRole('link', { name: 'Forgot password' });
        const forgot = `${platform.urls.app}/forgot-password?lang=en`;
        expect(await link.getAttribute('href')).toBe(forgot);
        const elsewhere = await page.context().newPage();
        await elsewhere.goto(forgot);
        await elsewhere.getByLabel('E-mail address of your account').fill(buyer.email);
        await elsewhere.getByRole('button', { name: 'Send me a link' }).click();
        await elsewhere.getByText('a mail with a link is on its way').waitFor();
        await elsewhere.close();
      });
      const resets = await platform.sql('SELECT 1 FROM password_resets WHERE email = $1', [buyer.email]);
      expect(resets).toHaveLength(1);
    });
  });

  describe('its receipt', () => {
    const fields = { order_ref: 'A-1042', customer: { email: 'ada@example.com' }, success_url: undefined };

    it('names order, method, time zone, and where the receipt went', async () => {
      await onPage(
        live,
        fields,
        async (page) => {
          await fillCard(page, CARDS.approved);
          await payButton(page).click();
          await paid(page);
          const text = await page.locator('.receipt').innerText();
          expect(text).toMatch(/Paid by\s+Card/);
          expect(text).toMatch(/Order\s+A-1042/);
          expect(text).toMatch(/Time\s+.*GMT\+1/);
          await page.getByText('The receipt was sent to ada@example.com.').waitFor();
        },
        { timezoneId: 'Africa/Lagos' },
      );
      await onPage(sandbox, fields, async (page, session) => {
        await sandbox.pay(session, CARDS.approved);
        await page.getByText('Test mode sends no mail.').waitFor();
      });
    });

    it('is printed without buttons and the way to other pages', async () => {
      await onPage(live, { order_ref: 'A-1043' }, async (page, session) => {
        await live.pay(session, CARDS.approved);
        await paid(page);
        await page.emulateMedia({ media: 'print' });
        for (const hidden of ['.outcome .button', '.outcome .row', '.languages'])
          expect([hidden, await page.locator(hidden).isVisible()]).toEqual([hidden, false]);
        expect(await page.getByText('A-1043').isVisible()).toBe(true);
        await page.emulateMedia({ media: null });
      });
    });
  });
});
