import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

/** Amounts that are refused with 400, even if the rest of the request is valid. */
const HOSTILE_AMOUNTS: unknown[] = [
  ...[0, -0, -1, -0.01, '0', '-1', '+1', 0.001, '0.001', 10.005, 1e-7, 5e-324],
  ...[1e21, '1e21', '1e2', '1E2', 1e12, '1000000000000', 9007199254740993, '9'.repeat(400)],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '1,000',
    '1 000',
    '',
    ' ',
    '٣',
    '１',
    '1\u0000',
    '\ud800',
    '12abc',
  ],
  ...[null, true, false, [5], ['5'], [], {}, { amount: 1 }],
];

const HOSTILE_TEXTS: unknown[] = [
  'a\u0000b',
  '\ud800',
  'x'.repeat(501),
  'a\u{e0041}b',
  7.5,
  ['x'],
  { $ne: 1 },
];

/** A title that says what was sent, whatever characters it holds. */
const titled = (value: unknown): [string, unknown] => [
  (JSON.stringify(value) ?? 'nothing').slice(0, 40),
  value,
];

describe('wallet.php', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform?.proveAndStop());

  const get = (user: TestUser, action: string) =>
    platform.get('business', `wallet.php?action=${action}`, { token: user.token });
  const post = (user: TestUser, action: string, body: unknown, idempotencyKey?: string) =>
    platform.post('business', `wallet.php?action=${action}`, body, { token: user.token, idempotencyKey });
  const transfer = (user: TestUser, body: object, key?: string) =>
    post(user, 'transfer', { pin: user.pin, ...body }, key);
  let addresses = 0;
  /** Signs in again, from another address each time: sign-ins are limited per address. */
  async function signedIn(user: TestUser): Promise<TestUser> {
    const { email, password } = user;
    const headers = { 'x-forwarded-for': `10.9.8.${++addresses}` };
    const { body } = await platform.post(
      'business',
      'auth.php?action=login',
      { email, password },
      { headers },
    );
    return { ...user, token: body.access_token };
  }

  async function funded(amount = '1000.00', fields: Record<string, unknown> = {}): Promise<TestUser> {
    const user = await platform.signUp(fields);
    await platform.fund(user, (fields.currency as 'NGN') ?? 'NGN', amount);
    return user;
  }

  describe('wallets', () => {
    it('an account opens with a primary wallet in its currency', async () => {
      const user = await platform.signUp({ currency: 'GHS' });
      const { status, body } = await get(user, 'wallets');
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        data: [
          {
            id: expect.any(String),
            currency_code: 'GHS',
            currency_symbol: '₵',
            balance: '0.00',
            locked_balance: '0.00',
            is_primary: 1,
            gw_account_number: null,
            gw_bank_name: null,
          },
        ],
      });
    });

    it('further ones are opened in other currencies, and the primary one stands first', async () => {
      const user = await platform.signUp();
      const created = await post(user, 'create-wallet', { currency: 'cad' });
      expect(created).toMatchObject({
        status: 200,
        body: { success: true, currency_code: 'CAD', is_primary: 0 },
      });
      await post(user, 'create-wallet', { currency: 'USD' });
      const { body } = await get(user, 'wallets');
      expect(body.data.map((wallet: { currency_code: string }) => wallet.currency_code)).toEqual([
        'NGN',
        'CAD',
        'USD',
      ]);
      expect(body.data[1]).toEqual({ ...created.body, success: undefined });
    });

    it('there is one per currency', async () => {
      const user = await platform.signUp();
      expect(await post(user, 'create-wallet', { currency: 'NGN' })).toMatchObject({
        status: 409,
        body: { error_code: 'CONFLICT' },
      });
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => post(user, 'create-wallet', { currency: 'KES' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
      expect((await get(user, 'wallets')).body.data).toHaveLength(2);
    });

    it.each([['XAU'], ['NG'], [''], [7], [['USD']], [null], ['USD\u0000']].map(([code]) => titled(code)))(
      'none is opened in %s',
      async (_title, currency) => {
        const user = await platform.signUp();
        expect((await post(user, 'create-wallet', { currency })).status).toBe(400);
      },
    );

    it('opening one is remembered by its idempotency key', async () => {
      const user = await platform.signUp();
      const first = await post(user, 'create-wallet', { currency: 'EUR' }, 'open-eur');
      const second = await post(user, 'create-wallet', { currency: 'EUR' }, 'open-eur');
      expect(second.text).toBe(first.text);
      expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
        null,
        'true',
      ]);
    });

    it('the primary one is chosen by its owner, and there is always exactly one', async () => {
      const user = await platform.signUp();
      const ids: string[] = [];
      for (const currency of ['USD', 'GBP', 'EUR'])
        ids.push((await post(user, 'create-wallet', { currency })).body.id);
      expect((await post(user, 'set-primary', { wallet_id: ids[0] })).status).toBe(200);
      expect((await get(user, 'balance')).body.currency).toBe('USD');

      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, i) => post(user, 'set-primary', { wallet_id: ids[i % 3] })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { body } = await get(user, 'wallets');
      expect(body.data.map((wallet: { is_primary: number }) => wallet.is_primary)).toEqual([1, 0, 0, 0]);
    });

    it("another's wallet, or none, is not found", async () => {
      const [user, other] = [await platform.signUp(), await platform.signUp()];
      const theirs = (await get(other, 'wallets')).body.data[0].id;
      for (const walletId of [theirs, '01939d2f-0000-7000-8000-000000000000']) {
        expect(await post(user, 'set-primary', { wallet_id: walletId })).toMatchObject({
          status: 404,
          body: { error_code: 'NOT_FOUND' },
        });
      }
      expect((await post(user, 'set-primary', { wallet_id: 'mine' })).status).toBe(400);
    });
  });

  describe('balance', () => {
    it('is decimal text, with what is locked beside it and the totals of the month', async () => {
      const [sender, recipient] = [await funded('1234.5'), await platform.signUp()];
      await transfer(sender, { recipient: recipient.usertag, amount: '100.01' });
      expect((await get(sender, 'balance')).body).toEqual({
        success: true,
        balance: '1134.38',
        locked_balance: '0.00',
        currency: 'NGN',
        currency_symbol: '₦',
        month_in: 1234.5,
        month_out: 100.12,
      });
    });

    it('counts the month from its first day, in UTC', async () => {
      const before = await funded('10.00');
      platform.clock.advance({ days: 31 });
      await platform.runJobs();
      const user = await signedIn(before);
      expect((await get(user, 'balance')).body).toMatchObject({
        balance: '10.00',
        month_in: 0,
        month_out: 0,
      });
      await platform.fund(user, 'NGN', '2.50');
      expect((await get(user, 'balance')).body).toMatchObject({
        balance: '12.50',
        month_in: 2.5,
        month_out: 0,
      });
    });

    it('is that of the primary wallet, or of the currency named', async () => {
      const user = await funded('5.00');
      await platform.fund(user, 'USD', '7.25');
      expect([await platform.balanceOf(user), await platform.balanceOf(user, 'usd')]).toEqual([
        '5.00',
        '7.25',
      ]);
      expect(await get(user, 'balance&currency=ZAR')).toMatchObject({
        status: 404,
        body: { error_code: 'NOT_FOUND' },
      });
      expect((await get(user, 'balance&currency=XXX')).status).toBe(400);
      expect((await get(user, 'balance&currency=NGN&currency=USD')).status).toBe(400);
    });

    it('the personal API shows the same wallet', async () => {
      const user = await funded('8.00');
      const { body } = await platform.get('app', 'wallet.php?action=balance', { token: user.token });
      expect(body.balance).toBe('8.00');
    });

    it('requires credentials', async () => {
      for (const action of ['balance', 'wallets', 'history', 'lookup&usertag=ada']) {
        expect((await platform.get('business', `wallet.php?action=${action}`)).status).toBe(401);
      }
    });
  });

  describe('lookup', () => {
    it('finds people by tag, by proved e-mail address and by proved phone, and masks their names', async () => {
      const asking = await platform.signUp();
      const found = await platform.signUp({
        first_name: 'Chidi',
        last_name: 'Okafor',
        phone: '+2348031234567',
      });
      const unproved = await get(asking, 'lookup&phone=%2B2348031234567');
      await platform.sql('UPDATE users SET phone_verified_at = now() WHERE id = $1', [found.id]);
      for (const query of [
        `usertag=${found.usertag}`,
        `usertag=@${found.usertag.toUpperCase()}`,
        `email=${found.email.toUpperCase()}`,
        'phone=%2B2348031234567',
        'phone=08031234567',
        `usertag=${found.email}`,
        'usertag=%2B2348031234567',
        'usertag=0803%20123%204567',
        `q=@${found.usertag}`,
        `q=${found.email}`,
        'q=0803%20123%204567',
      ]) {
        expect((await get(asking, `lookup&${query}`)).body).toEqual({
          success: true,
          usertag: found.usertag,
          name: 'Chidi O.',
          type: 'personal',
        });
      }
      expect(unproved.status).toBe(404);
    });

    it('finds a tag of digits, which could be a phone number', async () => {
      const asking = await platform.signUp();
      const digits = String(Math.floor(1e11 + Math.random() * 9e11));
      const { usertag } = await platform.signUp({ usertag: digits });
      for (const text of [digits, `@${digits}`])
        expect((await get(asking, `lookup&usertag=${text}`)).body.usertag).toBe(usertag);
    });

    it('returns the same for an unverified address as for an unknown one', async () => {
      const [asking, unproved] = [await platform.signUp(), await platform.signUp()];
      await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [unproved.id]);
      const answers = [
        await get(asking, `lookup&email=${unproved.email}`),
        await get(asking, 'lookup&email=no@x.io'),
      ];
      for (const { status, body } of answers) {
        expect({ status, ...body, request_id: '' }).toEqual({
          status: 404,
          success: false,
          error_code: 'NOT_FOUND',
          doc_url: expect.stringMatching(/\/docs\/errors#NOT_FOUND$/),
          request_id: '',
          message: 'Account not found.',
        });
      }
    });

    it.each([
      '',
      '&usertag=ada&email=a@b.co',
      '&usertag=',
      '&usertag=ada&usertag=ben',
      '&q=%00',
      '&email=unknown',
    ])('refuses lookup%s', async (query) => {
      expect((await get(await platform.signUp(), `lookup${query}`)).status).toBe(400);
    });

    it('answers 30 times a minute', async () => {
      const user = await platform.signUp();
      const statuses: number[] = [];
      for (let i = 0; i < 30; i++) statuses.push((await get(user, `lookup&usertag=${user.usertag}`)).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const refused = await get(user, `lookup&usertag=${user.usertag}`);
      expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
      expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retry_after);
      platform.clock.advance({ minutes: 1 });
      expect((await get(user, `lookup&usertag=${user.usertag}`)).status).toBe(200);
    });
  });

  describe('transfer', () => {
    it('moves the amount, takes 0.1 % on top, and notifies both sides with one id', async () => {
      const sender = await funded('1000.00');
      const recipient = await platform.signUp({ first_name: 'Ben', last_name: 'Eze' });
      const { status, body } = await transfer(sender, {
        recipient: `@${recipient.usertag}`,
        amount: 250.5,
        note: 'Rent',
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        transaction_id: expect.any(String),
        amount: 250.5,
        fee: 0.26,
        currency: 'NGN',
        received_amount: 250.5,
        received_currency: 'NGN',
        new_balance: 749.24,
        recipient: { usertag: recipient.usertag, name: 'Ben Eze' },
      });
      expect([await platform.balanceOf(sender), await platform.balanceOf(recipient)]).toEqual([
        '749.24',
        '250.50',
      ]);
      for (const user of [sender, recipient]) {
        const [newest] = (await get(user, 'history')).body.data.data;
        expect(newest).toMatchObject({ uuid: body.transaction_id, type: 'transfer', description: 'Rent' });
      }
    });

    it('leaves its event in the outbox, for the notification of the recipient', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp()];
      const { body } = await transfer(sender, { recipient: recipient.usertag, amount: 5 });
      const events = await platform.sql(
        `SELECT owner_id, mode, payload FROM outbox WHERE type = 'wallet.funds-transferred' AND owner_id = $1`,
        [sender.id],
      );
      expect(events).toMatchObject([
        {
          mode: 'live',
          payload: {
            transactionId: body.transaction_id,
            recipient: { ownerId: recipient.id, usertag: recipient.usertag },
            received: { minor: '500', currency: 'NGN' },
          },
        },
      ]);
    });

    it('finds the recipient by e-mail address or phone once these are proved', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp({ phone: '+233241234567' })];
      const byPhone = { recipient: '+233241234567', amount: 1 };
      expect((await transfer(sender, byPhone)).status).toBe(404);
      await platform.sql('UPDATE users SET phone_verified_at = now() WHERE id = $1', [recipient.id]);
      expect((await transfer(sender, byPhone)).body.recipient.usertag).toBe(recipient.usertag);
      const byEmail = { recipient: recipient.email, amount: 1, recipient_type: 'email' };
      expect((await transfer(sender, byEmail)).body.recipient.usertag).toBe(recipient.usertag);
      expect((await transfer(sender, { ...byEmail, recipient_type: 'usertag' })).status).toBe(404);
    });

    it("dials a phone number without a country code from the sender's own country", async () => {
      const sender = await funded('10.00', { country_code: 'GH', currency: 'GHS' });
      const recipient = await platform.signUp({
        phone: '+233201112223',
        country_code: 'GH',
        currency: 'GHS',
      });
      await platform.sql('UPDATE users SET phone_verified_at = now() WHERE id = $1', [recipient.id]);
      const answer = await transfer(sender, { recipient: '020 111 2223', amount: 1 });
      expect(answer.body.recipient?.usertag).toBe(recipient.usertag);
    });

    it("credits the recipient's wallet in the sent currency where there is one", async () => {
      const [sender, recipient] = [await funded('1.00'), await platform.signUp()];
      await platform.fund(sender, 'USD', '50.00');
      await platform.fund(recipient, 'USD', '1.00');
      const { body } = await transfer(sender, { recipient: recipient.usertag, amount: 10, currency: 'USD' });
      expect(body).toMatchObject({
        currency: 'USD',
        received_amount: 10,
        received_currency: 'USD',
        new_balance: 39.99,
      });
      expect(await platform.balanceOf(recipient, 'USD')).toBe('11.00');
    });

    it('converts into the primary wallet at the live rate otherwise, rounded down', async () => {
      const [sender, recipient] = [await funded('1000.00'), await platform.signUp({ currency: 'USD' })];
      const rate = (
        await platform.get('business', 'payments.php?action=fx-rates&base=USD', { token: sender.token })
      ).body.rates.NGN as number;
      const { body } = await transfer(sender, { recipient: recipient.usertag, amount: 999 });
      const expected = Math.floor((999 / rate) * 100 + 1e-9) / 100;
      expect(body).toMatchObject({
        fee: 1,
        received_amount: expected,
        received_currency: 'USD',
        new_balance: 0,
      });
      expect(await platform.balanceOf(recipient)).toBe(expected.toFixed(2));
    });

    it('takes null for what may be left out', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp()];
      const body = {
        recipient: recipient.usertag,
        amount: 10,
        recipient_type: null,
        currency: null,
        note: null,
      };
      expect(await transfer(sender, body)).toMatchObject({
        status: 200,
        body: { currency: 'NGN', recipient: { usertag: recipient.usertag } },
      });
    });

    it('refuses a conversion that yields nothing', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp({ currency: 'USD' })];
      expect(await transfer(sender, { recipient: recipient.usertag, amount: 1 })).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION_ERROR' },
      });
    });

    it('refuses to convert at a rate older than two hours', async () => {
      const before = [await funded(), await platform.signUp({ currency: 'USD' })];
      await platform.runJobs();
      platform.clock.advance({ hours: 2, seconds: 1 });
      const [sender, recipient] = [await signedIn(before[0]!), before[1]!];
      const asked = () => transfer(sender, { recipient: recipient.usertag, amount: 900 });
      expect(await asked()).toMatchObject({ status: 400, body: { error_code: 'FX_RATE_UNAVAILABLE' } });
      expect(await platform.balanceOf(sender)).toBe('1000.00');
      await platform.runJobs();
      expect((await asked()).status).toBe(200);
    });

    it('refuses oneself, an unknown recipient, and a wallet that the sender does not have', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp()];
      const cases = [
        [{ recipient: sender.usertag, amount: 1 }, 400, 'VALIDATION_ERROR'],
        [{ recipient: sender.email, amount: 1 }, 400, 'VALIDATION_ERROR'],
        [{ recipient: 'unknown_tag', amount: 1 }, 404, 'NOT_FOUND'],
        [{ recipient: '!?', amount: 1 }, 404, 'NOT_FOUND'],
        [{ recipient: recipient.usertag, amount: 1, currency: 'EUR' }, 404, 'NOT_FOUND'],
        [{ recipient: recipient.usertag, amount: 1, currency: 'XAU' }, 400, 'VALIDATION_ERROR'],
        [{ recipient: recipient.usertag, amount: 1, recipient_type: 'iban' }, 400, 'VALIDATION_ERROR'],
      ] as const;
      for (const [body, status, code] of cases) {
        expect(await transfer(sender, body)).toMatchObject({ status, body: { error_code: code } });
      }
      expect(await platform.balanceOf(sender)).toBe('1000.00');
    });

    it('shows each of several that come at the same moment what became of it', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp()];
      const bodies = [
        { recipient: 'unknown_tag', amount: 1 },
        { recipient: recipient.usertag, amount: 2 },
        { recipient: recipient.usertag, amount: 3, currency: 'EUR' },
        { recipient: sender.usertag, amount: 4 },
        { recipient: recipient.usertag, amount: 5, currency: 'NGN' },
      ];
      const answers = await Promise.all(bodies.map((body) => transfer(sender, body)));
      expect(answers.map(({ status, body }) => [status, body.amount ?? body.error_code])).toEqual([
        [404, 'NOT_FOUND'],
        [200, 2],
        [404, 'NOT_FOUND'],
        [400, 'VALIDATION_ERROR'],
        [200, 5],
      ]);
      expect(await platform.balanceOf(recipient)).toBe('7.00');
    });

    it('refuses what the balance does not cover, and names the fee', async () => {
      const [sender, recipient] = [await funded('100.00'), await platform.signUp()];
      const { status, body } = await transfer(sender, { recipient: recipient.usertag, amount: 100 });
      expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'INSUFFICIENT_FUNDS' });
      expect(body.message).toContain('0.10 NGN');
      expect((await transfer(sender, { recipient: recipient.usertag, amount: 99.9 })).body.new_balance).toBe(
        0,
      );
    });

    it('asks a person for the PIN', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp()];
      const body = { recipient: recipient.usertag, amount: 1 };
      const wrong = await transfer(sender, { ...body, pin: '9999' });
      expect(wrong).toMatchObject({ status: 403, body: { error_code: 'INVALID_PIN' } });
      for (const pin of [undefined, 12345, '12345', '', null, ['1234']]) {
        expect((await transfer(sender, { ...body, pin })).status).toBe(400);
      }
      expect(await platform.balanceOf(sender)).toBe('1000.00');
    });

    it('takes nothing out of a frozen wallet, and lets money in', async () => {
      const [sender, recipient] = [await funded(), await funded()];
      const { id } = (await get(sender, 'wallets')).body.data[0];
      await platform.sql('UPDATE ledger.balances SET frozen = true WHERE account_id = $1', [id]);
      expect(await transfer(sender, { recipient: recipient.usertag, amount: 1 })).toMatchObject({
        status: 403,
        body: { error_code: 'FORBIDDEN' },
      });
      expect((await transfer(recipient, { recipient: sender.usertag, amount: 1 })).status).toBe(200);
    });

    it('is limited to 20 a minute; repeating one with its key does not count', async () => {
      const [sender, recipient] = [await funded(), await platform.signUp()];
      const body = { recipient: recipient.usertag, amount: 1 };
      for (let i = 0; i < 19; i++) expect((await transfer(sender, body)).status).toBe(200);
      for (let i = 0; i < 5; i++) expect((await transfer(sender, body, 'one')).status).toBe(200);
      expect(await transfer(sender, body)).toMatchObject({
        status: 429,
        body: { error_code: 'RATE_LIMITED' },
      });
      expect(await platform.balanceOf(recipient)).toBe('20.00');
    });

    describe('hostile input to a transfer', () => {
      let sender: TestUser;
      let recipient: TestUser;
      beforeAll(async () => {
        [sender, recipient] = [await funded(), await platform.signUp()];
      });
      beforeEach(() => platform.clock.advance({ minutes: 1 }));
      beforeEach(async () => {
        sender = await signedIn(sender);
      });
      afterEach(async () => expect(await platform.balanceOf(sender)).toBe('1000.00'));

      it.each(HOSTILE_AMOUNTS.map(titled))(
        'is refused with 400 and moves nothing: amount %s',
        async (_title, amount) => {
          expect(await transfer(sender, { recipient: recipient.usertag, amount })).toMatchObject({
            status: 400,
            body: { error_code: 'VALIDATION_ERROR' },
          });
        },
      );

      it.each(HOSTILE_TEXTS.map(titled))(
        'is refused with 400 and moves nothing: recipient and note %s',
        async (_title, text) => {
          expect((await transfer(sender, { recipient: text, amount: 1 })).status).toBe(400);
          expect(
            (await transfer(sender, { recipient: recipient.usertag, amount: 1, note: text })).status,
          ).toBe(400);
        },
      );

      it.each([
        ...['[]', '"text"', 'null', '7', '{', '{"amount":1', '{"amount":NaN,"recipient":"ada"}'],
        ...['{"__proto__":{"amount":1}}', `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`],
      ])('is refused with 400 and moves nothing: body %s', async (body) => {
        expect((await post(sender, 'transfer', body)).status).toBe(400);
      });

      it('is ignored in fields that only the service sets', async () => {
        const other = await funded('5.00');
        const answer = await transfer(sender, {
          recipient: recipient.usertag,
          amount: 2000,
          sender_id: other.id,
          owner_id: other.id,
          fee: 0,
          balance: 1e9,
          currency_code: 'USD',
        });
        expect(answer.body.error_code).toBe('INSUFFICIENT_FUNDS');
        expect(await platform.balanceOf(other)).toBe('5.00');
      });
    });
  });

  describe('an API key', () => {
    it("moves its owner's money within its scopes, without a PIN", async () => {
      const [merchant, recipient] = [await platform.merchant(), await platform.signUp()];
      await platform.fund(merchant, 'NGN', '100.00');
      const key = merchant.live.secret_key;
      const { body } = await platform.post(
        ...([
          'business',
          'wallet.php?action=transfer',
          { recipient: recipient.usertag, amount: 10 },
          { key },
        ] as const),
      );
      expect(body).toMatchObject({ success: true, new_balance: 89.99 });
      expect((await platform.get('business', 'wallet.php?action=balance', { key })).body.balance).toBe(
        '89.99',
      );
    });

    it('lacks what its scopes do not name', async () => {
      const merchant = await platform.merchant();
      const scoped = async (scopes: string[]) =>
        (await platform.people.createApp(merchant, 'live', { scopes })).secret_key;
      const [reads, moves] = [await scoped(['wallet:read']), await scoped(['wallet:transfer'])];
      const statuses = async (key: string) => [
        (await platform.get('business', 'wallet.php?action=balance', { key })).body.error_code,
        (await platform.get('business', 'wallet.php?action=history', { key })).body.error_code,
        (await platform.get('business', 'wallet.php?action=wallets', { key })).body.error_code,
        (
          await platform.post(
            'business',
            'wallet.php?action=transfer',
            { recipient: 'unknown_', amount: 1 },
            { key },
          )
        ).body.error_code,
        (await platform.get('business', 'transactions.php?action=list', { key })).body.error_code,
        (await platform.post('business', 'wallet.php?action=create-wallet', { currency: 'EUR' }, { key }))
          .body.error_code,
        (await platform.post('business', 'wallet.php?action=set-primary', {}, { key })).body.error_code,
      ];
      expect(await statuses(reads)).toEqual([
        undefined,
        undefined,
        undefined,
        'SCOPE_MISSING',
        'SCOPE_MISSING',
        'SCOPE_MISSING',
        'SCOPE_MISSING',
      ]);
      expect(await statuses(moves)).toEqual([
        'SCOPE_MISSING',
        'SCOPE_MISSING',
        undefined,
        'NOT_FOUND',
        'SCOPE_MISSING',
        undefined,
        'VALIDATION_ERROR',
      ]);
    });

    it('reads in test mode and does not move money; on the personal API no key works', async () => {
      const merchant = await platform.merchant();
      const [test, live] = [{ key: merchant.test.secret_key }, { key: merchant.live.secret_key }];
      expect((await platform.get('business', 'wallet.php?action=balance', test)).status).toBe(200);
      const body = { recipient: 'unknown_', amount: 1 };
      expect(await platform.post('business', 'wallet.php?action=transfer', body, test)).toMatchObject({
        status: 403,
        body: { error_code: 'TEST_KEY_FORBIDDEN' },
      });
      expect(await platform.get('app', 'wallet.php?action=balance', live)).toMatchObject({
        status: 403,
        body: { error_code: 'SESSION_REQUIRED' },
      });
    });
  });
});
