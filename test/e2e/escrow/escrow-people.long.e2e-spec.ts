import { randomUUID } from 'node:crypto';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Escrows } from './escrows';

let platform: Platform;
let escrows: Escrows;
let ada: TestUser;
let ben: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  escrows = new Escrows(platform);
  [ada, ben, stranger] = await Promise.all([
    escrows.person('100000.00', { first_name: 'Ada' }),
    escrows.person('500.00', { first_name: 'Ben' }),
    escrows.person('500.00'),
  ]);
});

afterAll(() => platform?.proveAndStop());

describe('create', () => {
  it('locks amount and fee, and answers the record of the contract', async () => {
    const ava = await escrows.person('2000.00');
    const { status, body } = await escrows.create(ava, ben, {
      amount: '1000.01',
      condition: 'On delivery',
      deadline_days: 14,
    });
    expect(status).toBe(200);
    const deadline = new Date(platform.clock.now().getTime() + 14 * 86_400_000);
    expect(body).toMatchObject({
      success: true,
      status: 'funded',
      role: 'initiator',
      amount: 1000.01,
      fee: 15.01,
      currency: 'NGN',
      initiator: { usertag: ava.usertag, name: 'Test Person' },
      beneficiary: { usertag: ben.usertag, name: 'Ben Person' },
      description: 'A bicycle',
      condition: 'On delivery',
      overdue: false,
      is_test: false,
      checkout_session_id: null,
      dispute: null,
      released_at: null,
      refunded_at: null,
      new_balance: 984.98,
    });
    expect(Math.abs(Date.parse(body.deadline_at) - deadline.getTime())).toBeLessThan(60_000);
    expect(body.funded_at).toBe(body.created_at);
    expect(await escrows.money(ava)).toBe('984.98 1015.02');
    expect(await escrows.history(ava)).toMatchObject([
      {
        type: 'escrow_lock',
        direction: 'debit',
        amount: 1000.01,
        fee: 15.01,
        balance_after: 984.98,
        reference: body.uuid,
        description: 'A bicycle',
        counterparty: { usertag: ben.usertag },
      },
      { type: 'adjustment' },
    ]);
  });

  it.each([
    ['itself', () => ada.usertag, {}, 400, 'VALIDATION_ERROR'],
    ['itself by e-mail', () => ada.email, {}, 400, 'VALIDATION_ERROR'],
    ['an unknown recipient', () => 'unknown_tag', {}, 404, 'NOT_FOUND'],
    ['more than there is', () => ben.usertag, { amount: 99_000 }, 400, 'INSUFFICIENT_FUNDS'],
    ['a wallet it has not', () => ben.usertag, { currency: 'USD' }, 404, 'NOT_FOUND'],
    ['no description', () => ben.usertag, { description: undefined }, 400, 'VALIDATION_ERROR'],
    ['no days', () => ben.usertag, { deadline_days: 0 }, 400, 'VALIDATION_ERROR'],
    ['nothing', () => ben.usertag, { amount: 0 }, 400, 'VALIDATION_ERROR'],
  ])('refuses %s, and moves nothing', async (_, beneficiary, fields, status, code) => {
    const before = await escrows.money(ada);
    const answer = await escrows.call(ada, 'create', {
      beneficiary: beneficiary(),
      amount: 1000,
      description: 'A bicycle',
      ...fields,
    });
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    expect(await escrows.money(ada)).toBe(before);
    if (code === 'INSUFFICIENT_FUNDS') expect(answer.body.message).toContain('fee of 1485.00 NGN');
  });

  it('asks people for their PIN, and keys for their scope', async () => {
    const wrong = await escrows.create({ token: ada.token }, ben, { pin: '9999' });
    expect([wrong.status, wrong.body.error_code]).toEqual([403, 'INVALID_PIN']);
    const none = await escrows.create({ token: ada.token }, ben);
    expect([none.status, none.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    const shop = await platform.merchant();
    const { secret_key: limited } = await platform.people.createApp(shop, 'live', {
      scopes: ['wallet:read'],
    });
    for (const action of ['create', 'release', 'cancel', 'dispute', 'dispute-respond']) {
      const answer = await escrows.call({ key: limited }, action, {});
      expect([answer.status, answer.body.error_code]).toEqual([403, 'SCOPE_MISSING']);
    }
    expect((await escrows.detail({ key: limited }, randomUUID())).body.error_code).toBe('SCOPE_MISSING');
  });

  it('acts for the owner without a PIN by a live key; a test key writes nothing here', async () => {
    const shop: TestMerchant = await platform.merchant();
    await platform.fund(shop, 'NGN', '2000.00');
    const byTest = await escrows.create({ key: shop.test.secret_key }, ben);
    expect([byTest.status, byTest.body.error_code]).toEqual([403, 'TEST_KEY_FORBIDDEN']);
    const { uuid } = await escrows.open({ key: shop.live.secret_key }, ben, { beneficiary: ben.email });
    expect(await escrows.money(shop)).toBe('985.00 1015.00');
    const released = await escrows.call({ key: shop.live.secret_key }, 'release', { uuid });
    expect([released.status, released.body.status]).toEqual([200, 'released']);
  });
});

describe('release', () => {
  it('credits the beneficiary with the amount, and the fee becomes revenue', async () => {
    const [eve, dan] = [await escrows.person('2000.00'), await escrows.person()];
    const { uuid } = await escrows.open(eve, dan);
    const { status, body } = await escrows.call(eve, 'release', { uuid });
    expect([status, body.status, body.role]).toEqual([200, 'released', 'initiator']);
    expect(Date.parse(body.released_at)).toBeGreaterThanOrEqual(Date.parse(body.funded_at));
    expect([await escrows.money(eve), await escrows.money(dan)]).toEqual(['985.00 0.00', '1000.00 0.00']);
    expect(await escrows.serviceMoves(uuid)).toEqual({ 'escrow-fees NGN': '1500' });
    expect(await escrows.history(dan)).toMatchObject([
      {
        type: 'escrow_release',
        direction: 'credit',
        amount: 1000,
        fee: 0,
        counterparty: { usertag: eve.usertag },
      },
    ]);
    const [{ uuid: transaction }] = (await escrows.history(dan)) as [{ uuid: string }];
    const path = `transactions.php?action=detail&uuid=${transaction}`;
    expect((await platform.get('business', path, { token: dan.token })).body.related).toEqual({
      type: 'escrow',
      id: uuid,
    });
    const ofInitiator = await platform.get('business', path, { token: eve.token });
    expect(ofInitiator.body).toMatchObject({
      type: 'escrow_release',
      direction: 'debit',
      amount: 1000,
      fee: 15,
      postings: [{ account: 'locked', amount: -1015, balance_after: 0 }],
    });
  });

  it('opens a wallet for the promised currency where the beneficiary has none: no rate takes part', async () => {
    const [eve, dan] = [await escrows.person(), await escrows.person()];
    await platform.fund(eve, 'USD', '100.00');
    const { uuid } = await escrows.open(eve, dan, { amount: 50, currency: 'USD' });
    expect((await escrows.call(eve, 'release', { uuid })).status).toBe(200);
    expect(await escrows.money(dan, 'USD')).toBe('50.00 0.00');
    expect(await escrows.money(eve, 'USD')).toBe('49.25 0.00');
    expect(await escrows.serviceMoves(uuid)).toEqual({ 'escrow-fees USD': '75' });
  });

  it('is the initiator’s alone: the beneficiary is 403, a stranger 404, and nothing moves', async () => {
    const { uuid } = await escrows.open(ada, ben);
    const before = [await escrows.money(ada), await escrows.money(ben)];
    for (const [who, status, code] of [
      [ben, 403, 'FORBIDDEN'],
      [stranger, 404, 'NOT_FOUND'],
    ] as const) {
      const answer = await escrows.call(who, 'release', { uuid });
      expect([answer.status, answer.body.error_code]).toEqual([status, code]);
    }
    const wrongPin = await escrows.call({ token: ada.token }, 'release', { uuid, pin: '9999' });
    expect([wrongPin.status, wrongPin.body.error_code]).toEqual([403, 'INVALID_PIN']);
    expect([await escrows.money(ada), await escrows.money(ben)]).toEqual(before);
  });
});

describe('cancel', () => {
  it('gives amount and fee back', async () => {
    const [eve, dan] = [await escrows.person('2000.00'), await escrows.person()];
    const { uuid } = await escrows.open(eve, dan);
    const { status, body } = await escrows.call(dan, 'cancel', { uuid });
    expect([status, body.status, body.role]).toEqual([200, 'refunded', 'beneficiary']);
    expect([await escrows.money(eve), await escrows.money(dan)]).toEqual(['2000.00 0.00', '0.00 0.00']);
    expect(await escrows.serviceMoves(uuid)).toEqual({});
    expect((await escrows.history(eve))[0]).toMatchObject({
      type: 'escrow_refund',
      direction: 'credit',
      amount: 1015,
      fee: 0,
      reference: uuid,
    });
  });

  it('is the beneficiary’s alone: the initiator is 403, a stranger 404', async () => {
    const { uuid } = await escrows.open(ada, ben);
    const byInitiator = await escrows.call(ada, 'cancel', { uuid });
    expect([byInitiator.status, byInitiator.body.error_code]).toEqual([403, 'FORBIDDEN']);
    const byStranger = await escrows.call(stranger, 'cancel', { uuid });
    expect([byStranger.status, byStranger.body.error_code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('an ended escrow', () => {
  it.each(['release', 'cancel'])('moves no more by %s', async (end) => {
    const { uuid } = await escrows.open(ada, ben);
    expect((await escrows.call(end === 'release' ? ada : ben, end, { uuid })).status).toBe(200);
    const before = [await escrows.money(ada), await escrows.money(ben)];
    for (const [who, action, fields] of [
      [ada, 'release', {}],
      [ben, 'cancel', {}],
      [ada, 'dispute', { reason: 'Too late' }],
    ] as const) {
      const answer = await escrows.call(who, action, { uuid, ...fields });
      expect([answer.status, answer.body.error_code]).toEqual([409, 'INVALID_STATE']);
    }
    expect([await escrows.money(ada), await escrows.money(ben)]).toEqual(before);
  });

  it('stays so in the database too', async () => {
    const { uuid } = await escrows.open(ada, ben);
    await escrows.call(ada, 'release', { uuid });
    await expect(platform.sql(`UPDATE escrows SET status = 'funded' WHERE id = $1`, [uuid])).rejects.toThrow(
      'cannot change any more',
    );
  });
});

describe('repeated and dry requests', () => {
  it('get the same answer with the same key, and the money moves once', async () => {
    const [eve, dan] = [await escrows.person('5000.00'), await escrows.person()];
    const once = { idempotencyKey: randomUUID() };
    const made = await Promise.all(Array.from({ length: 16 }, () => escrows.create(eve, dan, {}, once)));
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(await escrows.money(eve)).toBe('3985.00 1015.00');
    const { uuid } = made[0]!.body as { uuid: string };
    const again = { idempotencyKey: randomUUID() };
    const released = await Promise.all(
      Array.from({ length: 16 }, () => escrows.call(eve, 'release', { uuid }, again)),
    );
    expect(new Set(released.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(released[0]!.status).toBe(200);
    expect(await escrows.money(dan)).toBe('1000.00 0.00');
  });

  it('change nothing if they are dry runs', async () => {
    const [eve, dan] = [await escrows.person('5000.00'), await escrows.person()];
    const dry = { headers: { 'x-dry-run': 'true' } };
    const tried = await escrows.create(eve, dan, {}, dry);
    expect([tried.status, tried.body]).toMatchObject([200, { dry_run: true, new_balance: 3985 }]);
    // Probing must not reveal the full name of a stranger.
    expect(tried.body.beneficiary).toEqual({ usertag: dan.usertag, name: 'Test P.' });
    expect(await escrows.money(eve)).toBe('5000.00 0.00');
    const { uuid } = await escrows.open(eve, dan);
    const released = await escrows.call(eve, 'release', { uuid }, dry);
    expect([released.status, released.body]).toMatchObject([200, { dry_run: true, status: 'released' }]);
    expect((await escrows.detail(eve, uuid)).body.status).toBe('funded');
    expect([await escrows.money(eve), await escrows.money(dan)]).toEqual(['3985.00 1015.00', '0.00 0.00']);
  });
});

describe('list and detail', () => {
  it('show both sides their own, newest first, and strangers nothing', async () => {
    const [eve, dan] = [await escrows.person('9000.00'), await escrows.person('9000.00')];
    const [first, second] = [await escrows.open(eve, dan), await escrows.open(eve, dan, { amount: 2 })];
    const third = await escrows.open(dan, eve);
    await escrows.call(eve, 'release', { uuid: first.uuid });
    const list = async (who: TestUser, query = '') => {
      const { body } = await platform.get('business', `escrow.php?action=list${query}`, { token: who.token });
      return body.data as { data: { uuid: string; role: string }[]; total: number; has_next: boolean };
    };
    const shown = async (who: TestUser, query = '') =>
      (await list(who, query)).data.map(({ uuid, role }) => `${uuid} ${role}`);
    expect(await shown(eve)).toEqual([
      ...[`${third.uuid} beneficiary`, `${second.uuid} initiator`, `${first.uuid} initiator`],
    ]);
    expect(await shown(dan, '&role=initiator')).toEqual([`${third.uuid} initiator`]);
    expect(await shown(dan, '&status=released')).toEqual([`${first.uuid} beneficiary`]);
    expect(await list(eve, '&page=2&per_page=2')).toMatchObject({ total: 3, has_next: false });
    expect(await shown(stranger, '&status=released')).toEqual([]);
    const detail = await escrows.detail(dan, first.uuid);
    expect(detail.body).toMatchObject({
      role: 'beneficiary',
      status: 'released',
      counterpart: { usertag: eve.usertag },
    });
    expect((await escrows.detail(stranger, first.uuid)).status).toBe(404);
    expect((await escrows.detail(eve, randomUUID())).status).toBe(404);
  });
});
