import type { CallOptions } from '../../support/http-client';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

const DAY_MS = 86_400_000;

describe('payment requests', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform?.proveAndStop());

  type Host = 'business' | 'app';
  const post = (user: { token: string }, action: string, body: object, options: CallOptions = {}) =>
    platform.post('business', `wallet.php?action=${action}`, body, { token: user.token, ...options });
  const ask = (user: TestUser, body: object) => post(user, 'request-payment', { amount: 250.5, ...body });
  const fulfill = (user: TestUser, request_id: unknown, options: CallOptions = {}) =>
    post(user, 'fulfill-request', { request_id, pin: user.pin }, options);
  const listOf = async (user: TestUser, query = '', host: Host = 'business') =>
    (await platform.get(host, `wallet.php?action=requests${query}`, { token: user.token })).body.data;
  const historyOf = async (user: TestUser) =>
    (await platform.get('business', 'wallet.php?action=history', { token: user.token })).body.data.data;

  async function funded(amount = '1000.00', fields: Record<string, unknown> = {}): Promise<TestUser> {
    const user = await platform.signUp(fields);
    await platform.fund(user, (fields.currency as 'NGN') ?? 'NGN', amount);
    return user;
  }
  /** A request and the two it concerns. */
  async function made(body: object = {}, asked?: TestUser) {
    const [asker, payer] = [await platform.signUp(), asked ?? (await funded())];
    const answer = await ask(asker, { recipient: payer.usertag, ...body });
    if (answer.status !== 200) throw new Error(answer.text);
    return { asker, payer, id: answer.body.request_id as number };
  }

  let addresses = 0;
  async function signedIn(user: TestUser): Promise<TestUser> {
    const { email, password } = user;
    const headers = { 'x-forwarded-for': `10.9.7.${++addresses}` };
    const answer = await platform.post('business', 'auth.php?action=login', { email, password }, { headers });
    return { ...user, token: answer.body.access_token };
  }

  describe('asking', () => {
    it('is pending for seven days, and says who was found without naming them in full', async () => {
      const asker = await platform.signUp();
      const payer = await platform.signUp({ first_name: 'Ben', last_name: 'Eze' });
      const now = platform.clock.now();
      platform.clock.freeze(now);
      const { status, body } = await ask(asker, { recipient: `@${payer.usertag}`, note: 'Lunch' });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        request_id: expect.any(Number),
        status: 'pending',
        amount: 250.5,
        currency: 'NGN',
        recipient: { usertag: payer.usertag, name: 'Ben E.' },
        expires_at: new Date(now.getTime() + 7 * DAY_MS).toISOString(),
      });
      expect(Number.isSafeInteger(body.request_id)).toBe(true);
      expect(await historyOf(asker)).toEqual([]);
    });

    it('finds people as a transfer does: by tag, proved e-mail address and proved phone', async () => {
      const [asker, payer] = [await platform.signUp(), await platform.signUp({ phone: '+2348031234599' })];
      const byPhone = () => ask(asker, { recipient: '0803 123 4599' });
      expect((await byPhone()).status).toBe(404);
      await platform.sql('UPDATE users SET phone_verified_at = now() WHERE id = $1', [payer.id]);
      const answers = [
        await byPhone(),
        await ask(asker, { recipient: payer.email.toUpperCase() }),
        await ask(asker, { recipient: payer.usertag, recipient_type: 'usertag' }),
      ];
      for (const { body } of answers) expect(body).toMatchObject({ recipient: { usertag: payer.usertag } });
    });

    it("is in the asker's primary currency, or the one that is named", async () => {
      const [asker, payer] = [await platform.signUp({ currency: 'GHS' }), await platform.signUp()];
      const currencies = [undefined, null, 'usd'].map(async (currency) => {
        return (await ask(asker, { recipient: payer.usertag, currency })).body.currency as string;
      });
      expect(await Promise.all(currencies)).toEqual(['GHS', 'GHS', 'USD']);
    });

    it('refuses a request to oneself or to an unknown recipient', async () => {
      const asker = await platform.signUp();
      const wrong = [asker.usertag, asker.email, 'unknown_tag', 'unknown@example.com', 'a'];
      const answers = wrong.map(async (recipient) => (await ask(asker, { recipient })).body.error_code);
      expect(await Promise.all(answers)).toEqual([
        ...['VALIDATION_ERROR', 'VALIDATION_ERROR', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
      ]);
    });

    it.each([
      { amount: 0 },
      { amount: -5 },
      { amount: 0.001 },
      { amount: '1e3' },
      { currency: 'XXX' },
      { note: 'x'.repeat(501) },
      { note: 'a\u0000b' },
      { recipient: 7.5 },
    ])('refuses %j', async (wrong) => {
      const [asker, payer] = [await platform.signUp(), await platform.signUp()];
      const answer = await ask(asker, { recipient: payer.usertag, ...wrong });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
      expect((await listOf(payer)).total).toBe(0);
    });
  });

  describe('paying', () => {
    it('is a transfer to the asker: what a transfer answers, with the request', async () => {
      const { asker, payer, id } = await made({ note: 'Lunch' });
      const { status, body } = await fulfill(payer, id);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        request_id: id,
        status: 'paid',
        transaction_id: expect.any(String),
        amount: 250.5,
        fee: 0.26,
        currency: 'NGN',
        received_amount: 250.5,
        received_currency: 'NGN',
        new_balance: 749.24,
        recipient: { usertag: asker.usertag, name: 'Test Person' },
      });
      expect([await platform.balanceOf(payer), await platform.balanceOf(asker)]).toEqual([
        '749.24',
        '250.50',
      ]);
    });

    it('stands in both histories as a transfer that belongs to the request', async () => {
      const { asker, payer, id } = await made({ note: 'Lunch' });
      const { transaction_id: uuid } = (await fulfill(payer, id)).body;
      for (const [user, direction, other] of [
        [payer, 'debit', asker],
        [asker, 'credit', payer],
      ] as const) {
        const { body } = await platform.get('app', `transactions.php?action=detail&uuid=${uuid}`, {
          token: user.token,
        });
        expect(body).toMatchObject({
          uuid,
          type: 'transfer',
          direction,
          amount: 250.5,
          description: 'Lunch',
          counterparty: { usertag: other.usertag },
          related: { type: 'payment_request', id: `${id}` },
        });
        const [newest] = await historyOf(user);
        expect(newest).toMatchObject({ uuid, type: 'transfer' });
      }
    });

    it('is in the requested currency, into the wallet a transfer would reach', async () => {
      const payer = await funded('100.00', { currency: 'USD' });
      const { asker, id } = await made({ amount: 10, currency: 'USD' }, payer);
      const { body } = await fulfill(payer, id);
      expect(body).toMatchObject({ amount: 10, fee: 0.01, currency: 'USD', received_currency: 'NGN' });
      expect([await platform.balanceOf(payer, 'USD'), await platform.balanceOf(asker)]).toEqual([
        '89.99',
        body.received_amount.toFixed(2),
      ]);
    });

    it('takes a wallet of that currency', async () => {
      const { payer, id } = await made({ currency: 'ZAR' });
      expect(await fulfill(payer, id)).toMatchObject({
        status: 404,
        body: { error_code: 'NOT_FOUND', message: 'You have no ZAR wallet.' },
      });
      expect((await listOf(payer)).data[0]).toMatchObject({ status: 'pending' });
    });

    it('refuses what the balance does not cover, fee included, and the request stays open', async () => {
      const payer = await funded('250.50');
      const { asker, id } = await made({}, payer);
      const refused = await fulfill(payer, id);
      expect(refused).toMatchObject({ status: 400, body: { error_code: 'INSUFFICIENT_FUNDS' } });
      expect(refused.body.message).toContain('including a fee of 0.26 NGN');
      expect((await listOf(payer)).data[0]).toMatchObject({ status: 'pending', transaction_id: null });
      await platform.fund(payer, 'NGN', '0.26');
      expect((await fulfill(payer, id)).status).toBe(200);
      expect([await platform.balanceOf(payer), await platform.balanceOf(asker)]).toEqual(['0.00', '250.50']);
    });

    it('asks people for their PIN; a wrong one pays nothing', async () => {
      const { payer, id } = await made();
      const answers = [
        await post(payer, 'fulfill-request', { request_id: id }),
        await post(payer, 'fulfill-request', { request_id: id, pin: '9999' }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error_code])).toEqual([
        [400, 'VALIDATION_ERROR'],
        [403, 'INVALID_PIN'],
      ]);
      expect(await platform.balanceOf(payer)).toBe('1000.00');
    });

    it('happens once: a second time it is paid already', async () => {
      const { asker, payer, id } = await made();
      await fulfill(payer, id);
      expect(await fulfill(payer, id)).toMatchObject({
        status: 409,
        body: { error_code: 'INVALID_STATE' },
      });
      expect([await platform.balanceOf(payer), await platform.balanceOf(asker)]).toEqual([
        '749.24',
        '250.50',
      ]);
    });

    it('refuses to pay an asker whose account is frozen, as a transfer does', async () => {
      const { asker, payer, id } = await made();
      await platform.people.freeze(asker.id);
      expect(await fulfill(payer, id)).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
      expect(await platform.balanceOf(payer)).toBe('1000.00');
    });
  });

  describe('declining and cancelling', () => {
    it.each([
      ['decline-request', 'payer', 'declined'],
      ['cancel-request', 'asker', 'cancelled'],
    ] as const)('%s ends it', async (action, by, status) => {
      const given = await made();
      expect((await post(given[by], action, { request_id: given.id })).body).toEqual({
        success: true,
        request_id: given.id,
        status,
      });
      for (const [user, step] of [
        [given.payer, 'fulfill-request'],
        [given.payer, 'decline-request'],
        [given.asker, 'cancel-request'],
      ] as const) {
        const again = await post(user, step, { request_id: given.id, pin: user.pin });
        expect(again).toMatchObject({ status: 409, body: { error_code: 'INVALID_STATE' } });
        expect(again.body.message).toBe(`This payment request is ${status} already.`);
      }
      expect(await platform.balanceOf(given.payer)).toBe('1000.00');
    });
  });

  describe('the parties of a request', () => {
    it('are the payer, who pays or declines, and the asker, who cancels; any other user gets 404', async () => {
      const { asker, payer, id } = await made();
      const stranger = await funded();
      const steps: [TestUser, string][] = [
        ...['fulfill-request', 'decline-request'].map((step): [TestUser, string] => [asker, step]),
        [payer, 'cancel-request'],
        ...['fulfill-request', 'decline-request', 'cancel-request'].map((step): [TestUser, string] => [
          ...([stranger, step] as const),
        ]),
      ];
      for (const [user, step] of steps) {
        const [theirs, unknown] = [
          await post(user, step, { request_id: id, pin: user.pin }),
          await post(user, step, { request_id: 999_999_999, pin: user.pin }),
        ];
        expect([step, theirs.status, theirs.body.error_code]).toEqual([step, 404, 'NOT_FOUND']);
        expect({ ...theirs.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      }
      expect((await listOf(stranger)).total).toBe(0);
      expect((await fulfill(payer, id)).status).toBe(200);
    });

    it.each([0, -1, 1.5, '7', null, 2 ** 53, [1], undefined])(
      'have no request with the request_id %j',
      async (id) => {
        const user = await platform.signUp();
        for (const step of ['fulfill-request', 'decline-request', 'cancel-request']) {
          const answer = await post(user, step, { request_id: id, pin: user.pin });
          expect(answer).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
        }
      },
    );
  });

  describe('time', () => {
    it('ends it at expires_at: payable a millisecond before, expired at the instant, with no job run', async () => {
      const start = platform.clock.now();
      platform.clock.freeze(start);
      const payer = await funded();
      const [inTime, late] = [await made({}, payer), await made({}, payer)];
      const end = start.getTime() + 7 * DAY_MS;
      platform.clock.freeze(new Date(end - 1));
      const before = await signedIn(payer);
      expect((await listOf(before, '&status=pending')).total).toBe(2);
      expect((await fulfill(before, inTime.id)).body).toMatchObject({ status: 'paid' });
      platform.clock.freeze(new Date(end));
      const listed = (await listOf(before)).data as { request_id: number; status: string }[];
      expect(listed.map(({ request_id, status }) => [request_id, status])).toEqual([
        [late.id, 'expired'],
        [inTime.id, 'paid'],
      ]);
      expect((await listOf(before, '&status=pending')).total).toBe(0);
      expect((await listOf(before, '&status=expired')).data).toMatchObject([{ request_id: late.id }]);
      const asker = await signedIn(late.asker);
      for (const [user, step] of [
        [before, 'fulfill-request'],
        [before, 'decline-request'],
        [asker, 'cancel-request'],
      ] as const) {
        expect(await post(user, step, { request_id: late.id, pin: user.pin })).toMatchObject({
          status: 409,
          body: { error_code: 'INVALID_STATE', message: /expired/ },
        });
      }
      expect(await platform.balanceOf(before)).toBe('749.24');
    });
  });

  describe('lists', () => {
    it('show each side the other, with what paying costs', async () => {
      const asker = await platform.signUp({ first_name: 'Ada', last_name: 'Obi' });
      const payer = await funded('1000.00', { first_name: 'Ben', last_name: 'Eze' });
      const { request_id } = (await ask(asker, { recipient: payer.usertag, note: 'Lunch' })).body;
      const shared = {
        request_id,
        status: 'pending',
        amount: 250.5,
        fee: 0.26,
        currency: 'NGN',
        note: 'Lunch',
        transaction_id: null,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        closed_at: null,
      };
      const incoming = {
        ...shared,
        direction: 'incoming',
        counterparty: { usertag: asker.usertag, name: 'Ada Obi', type: 'personal' },
      };
      const outgoing = {
        ...shared,
        direction: 'outgoing',
        counterparty: { usertag: payer.usertag, name: 'Ben E.', type: 'personal' },
      };
      for (const host of ['business', 'app'] as const) {
        expect(await listOf(payer, '', host)).toEqual({
          data: [incoming],
          total: 1,
          page: 1,
          per_page: 20,
          total_pages: 1,
          has_next: false,
          has_prev: false,
          next_cursor: null,
        });
        expect((await listOf(asker, '&direction=outgoing', host)).data).toEqual([outgoing]);
        expect((await listOf(payer, '&direction=outgoing', host)).total).toBe(0);
        expect((await listOf(asker, '&direction=incoming', host)).total).toBe(0);
      }
      const { transaction_id } = (await fulfill(payer, request_id)).body;
      const [paid] = (await listOf(asker, '&direction=outgoing&status=paid')).data;
      expect(paid).toMatchObject({ status: 'paid', transaction_id, counterparty: { name: 'Ben Eze' } });
      expect(paid.closed_at).toEqual(expect.any(String));
    });

    it('page newest first, without gap or overlap', async () => {
      const payer = await funded();
      const ids: number[] = [];
      for (let i = 0; i < 5; i++) ids.unshift((await made({}, payer)).id);
      const pages = await Promise.all([1, 2, 3, 4].map((page) => listOf(payer, `&page=${page}&limit=2`)));
      expect(pages.flatMap(({ data }) => data.map((one: { request_id: number }) => one.request_id))).toEqual(
        ids,
      );
      expect(pages.map(({ total, has_next, has_prev }) => [total, has_next, has_prev])).toEqual([
        [5, true, false],
        [5, true, true],
        [5, false, true],
        [5, false, true],
      ]);
    });

    it.each([
      'direction=both',
      'status=open',
      'page=0',
      'limit=101',
      'direction=incoming&direction=incoming',
    ])('refuse %s', async (query) => {
      const { token } = await platform.signUp();
      const answer = await platform.get('app', `wallet.php?action=requests&${query}`, { token });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    });
  });

  describe('keys', () => {
    let merchant: TestMerchant;
    beforeAll(async () => {
      merchant = await platform.merchant();
      await platform.fund(merchant, 'NGN', '1000.00');
    });
    const scoped = async (scope: string) =>
      (await platform.people.createApp(merchant, 'live', { scopes: [scope] })).secret_key;
    const send = (key: string, action: string, body: object) =>
      platform.post('business', `wallet.php?action=${action}`, body, { key });

    it('ask and pay without a PIN, with the scope wallet:transfer', async () => {
      const key = await scoped('wallet:transfer');
      const asker = await platform.signUp();
      const { request_id } = (await ask(asker, { recipient: merchant.usertag })).body;
      expect((await send(key, 'fulfill-request', { request_id })).body).toMatchObject({ status: 'paid' });
      const made = await send(key, 'request-payment', { recipient: asker.usertag, amount: 5 });
      expect(made.body).toMatchObject({ status: 'pending' });
      expect(await send(key, 'cancel-request', { request_id: made.body.request_id })).toMatchObject({
        status: 200,
        body: { status: 'cancelled' },
      });
    });

    it('read with wallet:read, and neither scope does for the other', async () => {
      const [reads, moves] = [await scoped('wallet:read'), await scoped('wallet:transfer')];
      const list = (key: string) => platform.get('business', 'wallet.php?action=requests', { key });
      expect([(await list(reads)).status, (await list(moves)).body.error_code]).toEqual([
        200,
        'SCOPE_MISSING',
      ]);
      for (const action of ['request-payment', 'fulfill-request', 'decline-request', 'cancel-request']) {
        const refused = await send(reads, action, { request_id: 1, recipient: 'ada', amount: 1 });
        expect([action, refused.status, refused.body.error_code]).toEqual([action, 403, 'SCOPE_MISSING']);
        const test = await send(merchant.test.secret_key, action, { request_id: 1 });
        expect([action, test.body.error_code]).toEqual([action, 'TEST_KEY_FORBIDDEN']);
      }
    });
  });
});
