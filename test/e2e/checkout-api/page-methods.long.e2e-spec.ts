import { generateSync } from 'otplib';
import { CARDS } from '../../support/test-cards';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { describeOnEachScreen, look, PHONE } from './browser';
import { Shop } from './cards';
import { fillCard, paid, PageStories, payButton, alertShows } from './page-story';
import type { Page } from 'playwright-core';

describeOnEachScreen('ways to pay on the page', (screen) => {
  let platform: Platform;
  let stories: PageStories;
  let merchant: TestMerchant;
  let live: Shop;
  let sandbox: Shop;

  beforeAll(async () => {
    platform = await startPlatform();
    merchant = await platform.merchant({ business_name: 'Okafor Books' });
    live = new Shop(platform, 'checkout', merchant.live.secret_key);
    sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    await setNairaRate(platform, 'USD', '1500');
    stories = await PageStories.begin(screen);
  });

  afterAll(async () => {
    await stories?.end();
    await platform?.proveAndStop();
  });

  const onPage: PageStories['tell'] = (...story) => stories.tell(...story);
  const choose = (page: Page, method: string) =>
    page.getByRole('radio', { name: method, exact: true }).check();

  /** Plays the buyer's part at the simulated company, on the page that the payment page links to. */
  async function playElsewhere(page: Page, button: string | RegExp) {
    const address = await page.getByRole('link', { name: /^Simulation/ }).getAttribute('href');
    await playAt(page, address!, button);
  }

  async function playAt(page: Page, address: string, button: string | RegExp) {
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(address);
    // Closed sooner, the page might take its request along, or never finish closing.
    const answered = elsewhere.waitForEvent('load');
    await elsewhere.getByRole('button', { name: button }).first().click();
    await answered;
    await elsewhere.close();
  }

  describe('bank transfer', () => {
    const start = async (page: Page) => {
      await choose(page, 'Bank transfer');
      await page.getByRole('button', { name: 'Get an account number' }).click();
      await page.getByText('Account number', { exact: true }).waitFor();
    };

    it('shows where to pay and for how long, and that it has arrived', async () => {
      const session = await onPage(live, {}, async (page) => {
        await choose(page, 'Bank transfer');
        await look(page, 'methods', PHONE);
        await start(page);
        await page.getByText('Simulated Bank').waitFor();
        await page.getByText(/^This account number works (until|for)/).waitFor();
        expect(await page.locator('.copied-text').allTextContents()).toEqual([
          expect.stringMatching(/^\d{10}$/),
          'Simulated Bank',
          'Okafor Books',
          '₦24,500.00',
        ]);
        await look(page, 'transfer', PHONE);
        await playElsewhere(page, /exact/i);
        await paid(page);
      });
      expect(await live.statusOf(session)).toBe('completed');
    });

    it.each([
      ['short', /less/i, '24,499.00'],
      ['over', /more/i, '24,501.00'],
    ])(
      'says what was received in another amount (%s) and what happens to it, and the right amount still pays',
      async (_, button, received) => {
        const session = await onPage(live, {}, async (page) => {
          await start(page);
          const address = await page.getByRole('link', { name: /^Simulation/ }).getAttribute('href');
          await playElsewhere(page, button);
          const shows =
            `We received ₦${received} instead of ₦24,500.00. It was not passed on to Okafor Books: we check it, and ` +
            'either return it to you or credit it to Okafor Books. The order is not paid. A new payment has to be for ' +
            'the full ₦24,500.00, because the two are not added up.';
          await alertShows(page, shows);
          await page.getByRole('radio', { name: 'Card', exact: true }).waitFor();
          expect(await page.locator('#amount').textContent()).toBe('₦24,500.00');
          await look(page);
          await page.reload();
          await alertShows(page, shows);
          await playAt(page, address!, /exact/i);
          await page.reload();
          await paid(page);
        });
        expect(await live.statusOf(session)).toBe('completed');
      },
    );

    it('may be given up for a card', async () => {
      const session = await onPage(live, {}, async (page) => {
        await start(page);
        await page.getByRole('button', { name: 'Choose another way to pay' }).click();
        await choose(page, 'Card');
        await fillCard(page, CARDS.approved);
        await payButton(page).click();
        await paid(page);
      });
      expect((await live.verify(session.session_id)).body).toMatchObject({ status: 'completed' });
    });

    it('warns of an account number whose time is over', async () => {
      await onPage(live, {}, async (page) => {
        await page.clock.install();
        await start(page);
        await page.clock.fastForward('24:00:00');
        await page.getByText('This account number is no longer valid. Do not pay to it.').waitFor();
        expect(await page.locator('.copied-text').count()).toBe(0);
      });
    });

    it('is still there after the page was loaded again', async () => {
      await onPage(live, {}, async (page) => {
        await start(page);
        const number = await page.locator('.copied-text').first().textContent();
        await page.reload();
        await page.locator('.copied-text').first().waitFor();
        expect(await page.locator('.copied-text').first().textContent()).toBe(number);
      });
    });
  });

  it.each([
    ['Approve', 'completed'],
    ['Decline', 'pending'],
  ])('USSD shows a code to dial, and what the bank has said: %s', async (button, status) => {
    const session = await onPage(live, {}, async (page) => {
      await choose(page, 'USSD');
      await page.getByLabel('Your bank').selectOption({ label: 'Zenith Bank' });
      await page.getByRole('button', { name: 'Get a code' }).click();
      await page.getByText('Dial this code').waitFor();
      expect(await page.getByRole('link', { name: 'Dial now' }).getAttribute('href')).toMatch(/^tel:/);
      await look(page, status === 'completed' ? 'ussd' : undefined);
      await playElsewhere(page, button);
      if (status === 'completed') return paid(page);
      await alertShows(page, 'You were not charged');
      await page.getByRole('radio', { name: 'USSD' }).waitFor();
    });
    expect(await live.statusOf(session)).toBe(status);
  });

  it.each([
    ['Approve', 'completed'],
    ['Decline', 'pending'],
  ])('mobile money waits for the phone: %s', async (button, status) => {
    const session = await onPage(live, { currency: 'GHS', amount: 120 }, async (page) => {
      await choose(page, 'Mobile money');
      await page.getByRole('button', { name: 'Send the request to my phone' }).click();
      await page.getByText('Enter the full phone number.').waitFor();
      await page.getByLabel('Phone number').fill('024 123 4567');
      await page.getByRole('button', { name: 'Send the request to my phone' }).click();
      await page.getByText(/•••• 4567/).waitFor();
      await look(page, status === 'completed' ? 'mobile-money' : undefined, PHONE);
      await playElsewhere(page, button);
      if (status === 'completed') return paid(page);
      await alertShows(page, 'You were not charged');
      await page.getByRole('radio', { name: 'Card' }).waitFor();
    });
    expect(await live.statusOf(session)).toBe(status);
  });

  it.each([
    ['Approve', 'completed'],
    ['Decline', 'pending'],
  ])('an external wallet asks on its own page: %s', async (button, status) => {
    const session = await onPage(
      live,
      { currency: 'USD', amount: 25, success_url: undefined },
      async (page) => {
        await choose(page, 'External wallet');
        await look(page);
        await payButton(page).click();
        await page.getByRole('button', { name: button }).click();
        if (status === 'completed') return paid(page);
        await alertShows(page, 'You were not charged');
      },
    );
    expect(await live.statusOf(session)).toBe(status);
  });

  describe('the wallet', () => {
    const signIn = async (page: Page, buyer: Pick<TestUser, 'email' | 'password'>) => {
      await choose(page, 'Wallet');
      await page.getByLabel('E-mail').fill(buyer.email);
      await page.getByLabel('Password').fill(buyer.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    const confirm = async (page: Page, pin: string) => {
      await page.getByLabel('Wallet PIN').fill(pin);
      await payButton(page).click();
    };

    it('signs in, says what is taken, asks for the PIN, and pays', async () => {
      const buyer = await platform.signUp({ first_name: 'Ada', last_name: 'Obi' });
      await platform.fund(buyer, 'NGN', '30000.00');
      const session = await onPage(live, {}, async (page) => {
        await signIn(page, { email: buyer.email, password: 'not the password' });
        await alertShows(page, 'The e-mail address or the password is incorrect.');
        await look(page, 'wallet-signin');
        await signIn(page, buyer);
        await page.getByText('Signed in as Ada Obi').waitFor();
        await page.getByText('₦30,000.00').waitFor();
        await look(page, 'wallet');
        await confirm(page, '9999');
        await alertShows(page, 'This PIN is incorrect.');
        expect(await page.getByLabel('Wallet PIN').inputValue()).toBe('');
        await confirm(page, buyer.pin);
        await paid(page);
      });
      expect((await live.verify(session.session_id)).body).toMatchObject({
        status: 'completed',
        gateway: 'wallet',
      });
    });

    it('lets the buyer choose among wallets, and says where one is short', async () => {
      const buyer = await platform.signUp();
      await platform.fund(buyer, 'NGN', '10.00');
      await platform.fund(buyer, 'USD', '100.00');
      await onPage(live, { amount: 20, currency: 'USD', success_url: undefined }, async (page) => {
        await signIn(page, buyer);
        await page.locator('#wallet').selectOption('NGN');
        await page.getByText('There is not enough money in your wallet').waitFor();
        await look(page);
        await page.locator('#wallet').selectOption('USD');
        await confirm(page, buyer.pin);
        await paid(page);
      });
    });

    it("asks for the authenticator's code of an account that has one", async () => {
      const staff = await platform.staff('support');
      // A code is good once.
      platform.clock.advance({ minutes: 1 });
      await onPage(live, {}, async (page) => {
        await signIn(page, staff);
        await page.getByText('Enter the 6-digit code from your authenticator app').waitFor();
        await look(page);
        const code = generateSync({ secret: staff.totpSecret, epoch: platform.clock.unixSeconds() });
        await page.getByLabel('Authenticator code').fill(code);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText(/^Signed in as/).waitFor();
      });
    });

    it('takes the test PINs alone in test mode', async () => {
      const session = await onPage(sandbox, {}, async (page) => {
        await choose(page, 'Wallet');
        await look(page, 'wallet-test');
        await confirm(page, '0000');
        await alertShows(page, 'not enough money');
        await confirm(page, '4321');
        await alertShows(page, 'This PIN is incorrect.');
        await confirm(page, '1234');
        await paid(page);
      });
      expect(await sandbox.statusOf(session)).toBe('completed');
    });
  });

  it("an escrow's fee is a line of its own", async () => {
    await onPage(
      live,
      { escrow: true, escrow_condition: 'Released on delivery', escrow_deadline_days: 7 },
      async (page) => {
        await page.getByText('Escrow fee').waitFor();
        expect(await page.locator('.lines dd').allTextContents()).toEqual(['₦24,500.00', '₦367.50']);
        expect(await page.locator('#amount').textContent()).toBe('₦24,867.50');
        expect(await page.locator('.terms').innerText()).toBe(
          'Condition\nReleased on delivery\nRelease by\n7 days after payment',
        );
        await look(page, 'escrow');
      },
    );
  });

  describe('escrow', () => {
    const enter = async (page: Page, email: string) => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByLabel('Code from the e-mail').waitFor();
    };

    it('a guest confirms their own address, pays, and gets the link of the escrow', async () => {
      const session = await onPage(sandbox, { escrow: true }, async (page, { checkout_url }) => {
        await page.getByText('Give your own e-mail address').waitFor();
        await page.getByLabel('E-mail').fill(merchant.email);
        await page.getByRole('button', { name: 'Send me a code' }).click();
        await alertShows(page, 'not one of Okafor Books');
        await enter(page, 'me@example.com');
        await page.getByText('The code for me@example.com is 123456').waitFor();
        await look(page);
        await page.getByLabel('Code from the e-mail').fill('000000');
        await page.getByRole('button', { name: 'Confirm' }).click();
        await alertShows(page, 'Tries left: 4');
        await page.getByLabel('Code from the e-mail').fill('123456');
        await page.getByRole('button', { name: 'Confirm' }).click();
        await page.getByText('me@example.com is confirmed. Test mode sends no mail').waitFor();
        await look(page);
        // The bank's page comes in between.
        await fillCard(page, CARDS.challenge);
        await payButton(page).click();
        await page.getByRole('button', { name: 'Approve' }).click();
        await paid(page);
        await page.getByText('Test mode sends no mail').last().waitFor();
        const link = page.getByRole('link', { name: 'Open my escrow' });
        await look(page);
        const elsewhere = await page.context().browser()!.newPage();
        await elsewhere.goto(checkout_url);
        await elsewhere.getByText('in the browser that confirmed the address').waitFor();
        expect(await elsewhere.content()).not.toContain('/escrow/');
        await elsewhere.close();
        const portal = await fetch((await link.getAttribute('href'))!);
        expect(await portal.text()).toContain('Held in escrow for Okafor Books');
      });
      expect(await sandbox.statusOf(session)).toBe('completed');
    });

    it('hides what another buyer has started, and starts again', async () => {
      await onPage(live, { escrow: true, payment_methods: ['bank_transfer'] }, async (page, session) => {
        const merchantsOwn = await live.guest(session, 'accomplice@example.com');
        const { body } = await merchantsOwn.call('pay-bank-transfer');
        await page.getByRole('heading', { name: 'started in another browser' }).waitFor();
        await look(page);
        expect(await page.content()).not.toContain(body.account_number as string);
        await page.getByRole('button', { name: 'Start again here' }).click();
        await page.getByLabel('E-mail').waitFor();
      });
    });

    it('asks for the address in French', async () => {
      const french = { locale: 'fr-FR' };
      await onPage(
        sandbox,
        { escrow: true },
        async (page) => {
          await page.getByLabel('E-mail').fill('moi@example.com');
          await page.getByRole('button', { name: 'Envoyez-moi un code' }).click();
          await page.getByLabel('Code reçu par e-mail').fill('123456');
          await page.getByRole('button', { name: 'Confirmer' }).click();
          await page.getByText("moi@example.com est confirmée. Le mode test n'envoie aucun e-mail").waitFor();
          await look(page);
        },
        french,
      );
    });
  });
});
