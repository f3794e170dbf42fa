import { CARDS } from '../../support/test-cards';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import type { Page } from 'playwright-core';
import { describeOnEachScreen, look, PHONE } from './browser';
import { Shop } from './cards';
import { fillCard as fill, paid, PageStories, payButton, alertShows } from './page-story';

describeOnEachScreen('the hosted page', (screen) => {
  let platform: Platform;
  let stories: PageStories;
  let sandbox: Shop;
  let live: Shop;

  beforeAll(async () => {
    platform = await startPlatform();
    const merchant = await platform.merchant({ business_name: 'Okafor Books' });
    sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    live = new Shop(platform, 'checkout', merchant.live.secret_key);
    stories = await PageStories.begin(screen);
  });

  afterAll(async () => {
    await stories?.end();
    await platform?.proveAndStop();
  });

  const onPage: PageStories['tell'] = (...story) => stories.tell(...story);

  it('shows who is paid what, in test mode with a banner', async () => {
    await onPage(sandbox, {}, async (page) => {
      expect(await page.title()).toBe('Pay – Okafor Books');
      await page.getByText('Test mode.').waitFor();
      expect(await page.locator('#amount').textContent()).toBe('₦24,500.00');
      await page.getByText(/^This link works (until|for)/).waitFor();
      await page.getByRole('link', { name: 'Cancel and return to Okafor Books' }).waitFor();
      await page.getByText('Order 1042: “Half of a Yellow Sun”, two copies').waitFor();
      await look(page, 'desktop');
    });
    await onPage(live, {}, async (page) => {
      expect(await page.getByText('Test mode.').count()).toBe(0);
      await look(page, 'phone', PHONE);
    });
  });

  it('formats what is typed and names what is wrong beside its field', async () => {
    await onPage(sandbox, {}, async (page) => {
      await page.getByLabel('Card number').pressSequentially('4000000000000000');
      expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0000');
      expect(await page.locator('#brand').getAttribute('aria-label')).toBe('Visa');
      await page.getByLabel('Expiry date').pressSequentially('1230');
      expect(await page.getByLabel('Expiry date').inputValue()).toBe('12 / 30');
      await page.getByLabel('Expiry date').fill('');
      await page.getByLabel('Expiry date').pressSequentially('5/2019');
      expect(await page.getByLabel('Expiry date').inputValue()).toBe('05 / 2019');
      await payButton(page).click();
      await page.getByText('This card has expired.').waitFor();
      await page.getByText('Enter the 3 or 4 digits.').waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('expiry');
      await look(page, 'fields');
      expect(new URL(page.url()).search).toBe('');
    });
  });

  it('an approved card pays, and the buyer goes back to the merchant', async () => {
    const session = await onPage(live, {}, async (page, { session_id }) => {
      await fill(page, CARDS.approved);
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await payButton(page).click();
      await paid(page);
      const back = page.getByRole('link', { name: 'Return to Okafor Books' });
      const address = `${stories.shopUrl}/thanks?order=1042&session_id=${session_id}`;
      expect(await back.getAttribute('href')).toBe(address);
      await page.getByText('You will be redirected in 5 s.').waitFor();
      await page.clock.runFor(6000);
      await page.waitForURL(address);
    });
    expect(await live.statusOf(session)).toBe('completed');
  });

  it('a buyer who wants to stay is not led away', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.approved);
      // The page's seconds pass when the test says so.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await payButton(page).click();
      await page.getByText('You will be redirected in 5 s.').waitFor();
      await look(page, 'paid');
      await page.clock.runFor(2500);
      await page.getByText('You will be redirected in 3 s.').waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await page.clock.runFor(60_000);
      expect(await page.getByText('You will be redirected').count()).toBe(0);
      await paid(page);
      await page.getByRole('link', { name: 'Return to Okafor Books' }).click();
      await page.waitForURL(/\/thanks/);
    });
  });

  it.each([
    [CARDS.insufficientFunds, 'Insufficient funds. You were not charged.'],
    [CARDS.declined, 'Declined by the bank. You were not charged.'],
    ['5555555555554444', 'You were not charged.'],
  ])('another card pays after a declined one (%s)', async (number, why) => {
    const session = await onPage(sandbox, {}, async (page) => {
      await fill(page, number);
      await payButton(page).click();
      await alertShows(page, why);
      expect(await page.locator('#cvv:focus').inputValue()).toBe('');
      await look(page, number === CARDS.insufficientFunds ? 'declined' : undefined);
      await page.getByLabel('Card number').fill('');
      await page.getByLabel('Card number').pressSequentially(CARDS.approved);
      await page.getByLabel('Security code').pressSequentially('123');
      await payButton(page).click();
      await paid(page);
    });
    expect(await sandbox.statusOf(session)).toBe('completed');
  });

  /** The card is still in the form, without its security code, which has the focus. */
  async function payAgain(page: Page, number: string) {
    const cvv = page.locator('#cvv:focus');
    await cvv.waitFor();
    expect(await cvv.inputValue()).toBe('');
    expect((await page.getByLabel('Card number').inputValue()).replaceAll(' ', '')).toBe(number);
    expect(await page.getByLabel('Expiry date').inputValue()).toMatch(/^12 \/ \d+$/);
    await look(page);
    await page.keyboard.type('123');
    await payButton(page).click();
  }

  it('a card that was left for another is not filled in again', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.otp);
      await payButton(page).click();
      await page.getByRole('button', { name: 'Use another card' }).click();
      await page.getByLabel('Card number').waitFor();
      expect(await page.getByLabel('Card number').inputValue()).toBe('');
    });
  });

  it('a card with PIN and OTP asks for both, one after the other', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.pinThenOtp);
      await payButton(page).click();
      await page.getByLabel('Card PIN', { exact: true }).fill('1234');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByLabel('One-time password').fill('123456');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await paid(page);
    });
  });

  it('an OTP card asks for its code; a wrong one ends the attempt, and the buyer may try again', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.otp);
      await payButton(page).click();
      await page.getByText('Test mode: the one-time password is 123456').waitFor();
      await page.getByLabel('One-time password').fill('000000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await alertShows(page, 'Incorrect one-time password. You were not charged.');
      await payAgain(page, CARDS.otp);
      await page.getByLabel('One-time password').fill('123456');
      await look(page, 'otp');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await paid(page);
    });
  });

  it('a PIN card asks for its PIN; a wrong one ends the attempt, and the buyer may try again', async () => {
    await onPage(sandbox, {}, async (page) => {
      await fill(page, CARDS.pin);
      await payButton(page).click();
      await page.getByText('Test mode: the PIN is 1234').waitFor();
      await page.getByLabel('Card PIN', { exact: true }).fill('9999');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await alertShows(page, 'Incorrect PIN');
      await payAgain(page, CARDS.pin);
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
      await alertShows(page, 'You were not charged');
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
      await look(page, 'bank');
      await page.getByRole('button', { name: 'Use another card' }).click();
      await alertShows(page, 'The payment was cancelled. You were not charged.');
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
      await look(page, 'expired');
    });
  });

  it('a session that its merchant ended says so by itself', async () => {
    await onPage(sandbox, {}, async (page, { session_id }) => {
      await payButton(page).waitFor();
      expect((await sandbox.call('expire', { session_id })).status).toBe(200);
      await page.getByRole('heading', { name: 'This payment link has expired' }).waitFor();
      expect(await payButton(page).count()).toBe(0);
    });
  });

  it('shows a converted amount in the dark', async () => {
    await setNairaRate(platform, 'USD', '1540', 'checkout');
    await onPage(
      sandbox,
      { amount: 1000, currency: 'USD', description: 'Annual plan' },
      async (page) => {
        await page.getByText('$1,000.00 at 1,540 ₦ = ₦1,540,000.00').waitFor();
        await look(page, 'dark', PHONE);
      },
      { colorScheme: 'dark' },
    );
  });

  it('speaks French where the browser does, loads that language alone, and English on request', async () => {
    const loaded: string[] = [];
    const french = { locale: 'fr-FR', extraHTTPHeaders: { 'accept-language': 'fr-FR,fr;q=0.9' } };
    await onPage(
      sandbox,
      { payment_methods: ['card'] },
      async (page, { checkout_url }) => {
        await page.getByRole('heading', { name: 'Payer par carte' }).waitFor();
        expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
        expect(await page.locator('#amount').textContent()).toBe('24\u202f500,00\u00a0₦');
        await page.getByLabel('Numéro de carte').fill(CARDS.insufficientFunds);
        await page.getByLabel("Date d'expiration").fill('1299');
        await page.getByLabel('Code de sécurité').fill('123');
        await page.getByRole('button', { name: /^Payer / }).click();
        await alertShows(page, "Fonds insuffisants. Vous n'avez pas été débité.");
        await look(page, 'french', PHONE);
        page.on('request', (request) => loaded.push(request.url()));
        await page.getByRole('link', { name: 'English' }).click();
        await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
        expect(page.url()).toBe(`${checkout_url}?lang=en`);
      },
      french,
    );
    expect(loaded.filter((url) => /\/(en|fr)\./.test(url))).toEqual([expect.stringContaining('/en.')]);
  });

  it('says without scripts what is to pay, and that paying needs one', async () => {
    await onPage(
      sandbox,
      {},
      async (page) => {
        await page.getByText('₦24,500.00').waitFor();
        await page.locator('noscript .notice').waitFor();
        expect(await page.locator('input').count()).toBe(0);
        expect(await page.getByRole('link', { name: /^Cancel and return/ }).getAttribute('href')).toBe(
          `${stories.shopUrl}/basket`,
        );
      },
      { javaScriptEnabled: false },
    );
  });

  it('can be used with the keyboard alone', async () => {
    await onPage(sandbox, { payment_methods: ['card'] }, async (page) => {
      await page.getByLabel('Card number').waitFor();
      await page.getByLabel('Card number').focus();
      for (const text of [CARDS.otp, '1299', '123', 'Ada Obi']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
      // Read out, and the field is next.
      expect(await page.evaluate('document.activeElement.id')).toBe('title');
      await page.keyboard.press('Tab');
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await paid(page);
      expect(await page.evaluate('document.activeElement.id')).toBe('title');
    });
  });

  it('shows by itself what happens elsewhere', async () => {
    await onPage(sandbox, {}, async (page, session) => {
      await payButton(page).waitFor();
      await sandbox.pay(session, CARDS.approved);
      await paid(page);
    });
  });

  it('never charges twice after a lost connection: the repeat carries the same key', async () => {
    const keys: (string | undefined)[] = [];
    const session = await onPage(live, {}, async (page) => {
      await fill(page, CARDS.approved);
      page.on('request', (request) => {
        if (request.url().includes('pay-card')) keys.push(request.headers()['x-idempotency-key']);
      });
      // The first answer is lost after the card was charged, and so is every answer about the status.
      await page.route('**/sessions.php?action=pay-card', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.route(/public-status/, (route) => route.abort());
      await endStatusRequest(page);
      await payButton(page).click();
      await alertShows(page, 'you will not be charged twice');
      await page.unroute('**/sessions.php?action=pay-card');
      const answered = page.waitForResponse(/pay-card/);
      await payButton(page).click();
      await answered;
      await page.unroute(/public-status/);
      await paid(page);
    });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    const charges = await platform.sql(
      `SELECT 1 FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id = $1`,
      [session.session_id],
    );
    expect(charges).toHaveLength(1);
  });
});

/** Ends the long poll that the page has under way: its answer could still show the end of a payment. */
async function endStatusRequest(page: Page): Promise<void> {
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('public-status'));
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await ended;
}
