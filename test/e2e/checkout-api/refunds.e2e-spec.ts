import { randomUUID } from 'node:crypto';
import { CARDS } from '../../support/test-cards';
import type { CallOptions } from '../../support/http-client';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import type { Receiver } from '../../support/receiver';
import { Bank } from '../business-api/card-deposits';
import { Escrows } from '../escrow/escrows';
import { Shop } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;
let escrows: Escrows;
let receiver: Receiver;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  escrows = new Escrows(platform);
  receiver = await platform.receiver();
  const hook = { app_id: merchant.live.app_id, url: receiver.url };
  await platform.post('business', 'business.php?section=webhooks&action=create', hook, {
    token: merchant.token,
  });
});
afterEach(() => new Bank(platform).clearFaults());
afterAll(() => platform?.proveAndStop());

/** A session of NGN 2,500.50 that a card has paid. */
async function paid(fields: Record<string, unknown> = {}) {
  const session = await shop.open(fields);
  const answer = await shop.pay(session, CARDS.approved);
  if (answer.body.status !== 'completed') throw new Error(answer.text);
  return session.session_id;
}

const refund = (session_id: string, fields: object = {}, options: CallOptions = {}) =>
  platform.post(
    'checkout',
    'sessions.php?action=refund',
    { session_id, ...fields },
    { key: merchant.live.secret_key, ...options },
  );

async function detail(refund_id: string) {
  const path = `sessions.php?action=refund-detail&refund_id=${refund_id}`;
  return (await platform.get('checkout', path, { key: merchant.live.secret_key })).body.refund;
}

const session = async (id: string) => (await shop.verify(id)).body;
const balance = async (key = merchant.live.secret_key) =>
  Math.round(Number(await platform.balanceOf({ key })) * 100);
const inTransit = async () => {
  const [row] = await platform.sql<{ minor: string }>(
    `SELECT coalesce(sum(l.amount), 0) AS minor FROM ledger.accounts a
       JOIN ledger.journals j ON a.id = ANY (j.accounts)
      CROSS JOIN LATERAL unnest(j.accounts, j.amounts) AS l(account, amount)
      WHERE a.code = 'refunds-in-transit' AND a.currency = 'NGN' AND l.account = a.id`,
  );
  return Number(row!.minor);
};
const eventsOf = (refundId: string) =>
  receiver.received.filter(({ data }) => data.refund_id === refundId).map(({ event }) => event);

describe('sessions.php?action=refund', () => {
  it('refunds a card payment in full: the money leaves at once, and the company sends it', async () => {
    const id = await paid({
      order_ref: 'order-1',
      metadata: { cart: '7' },
      customer_email: 'ada@example.com',
    });
    const before = await balance();
    const made = await refund(id, { reason: 'Sold out', refund_ref: 'return-1' });
    expect(made.status).toBe(200);
    expect(made.body.refund).toMatchObject({
      refund_id: expect.stringMatching(/^rf_live_[0-9A-Za-z]{22}$/),
      session_id: id,
      invoice_id: null,
      status: 'pending',
      stage: 'queued',
      amount: 2500.5,
      currency: 'NGN',
      returned_amount: 2500.5,
      returned_currency: 'NGN',
      debited_amount: 2500.5,
      method: 'card',
      reason: 'Sold out',
      refund_ref: 'return-1',
      failure: null,
      completed_at: null,
    });
    expect([await balance(), await inTransit()]).toEqual([before - 250_050, 250_050]);
    await platform.runJobs();
    const { refund_id } = made.body.refund;
    expect(await detail(refund_id)).toMatchObject({ status: 'completed', stage: null });
    expect([await balance(), await inTransit()]).toEqual([before - 250_050, 0]);
    expect(await escrows.refunds({ session_id: id })).toEqual(['250050']);
    expect(await session(id)).toMatchObject({
      status: 'completed',
      refunded_amount: 2500.5,
      refund_status: 'full',
    });
    const completed = await receiver.next(
      ({ event, data }) => event === 'refund.completed' && data.refund_id === refund_id,
    );
    expect(completed.data).toMatchObject({
      order_ref: 'order-1',
      metadata: { cart: '7' },
      refund_ref: 'return-1',
      is_test: false,
      status: 'completed',
      amount: 2500.5,
      session_id: id,
    });
    expect(eventsOf(refund_id)).toEqual(['refund.created', 'refund.completed']);
    expect(outcomeOf(await refund(id))).toBe('409 INVALID_STATE');
  });

  it('refunds in parts that come to the whole payment, and no more', async () => {
    const id = await paid();
    expect((await refund(id, { amount: 1000 })).body.refund).toMatchObject({
      amount: 1000,
      debited_amount: 1000,
    });
    expect(await session(id)).toMatchObject({ refunded_amount: 1000, refund_status: 'partial' });
    const tooMuch = await refund(id, { amount: '1500.51' });
    expect([outcomeOf(tooMuch), tooMuch.body.refundable]).toEqual(['400 VALIDATION_ERROR', 1500.5]);
    expect((await refund(id, { amount: '1500.50' })).body.refund.amount).toBe(1500.5);
    await platform.runJobs();
    expect((await escrows.refunds({ session_id: id })).sort()).toEqual(['100000', '150050']);
    const list = await platform.get('checkout', `sessions.php?action=refunds&session_id=${id}`, {
      key: merchant.live.secret_key,
    });
    expect(
      list.body.data.data.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    ).toEqual([
      [1500.5, 'completed'],
      [1000, 'completed'],
    ]);
  });

  it('refunds a part once where 16 are asked for at once and 3 fit', async () => {
    const id = await paid();
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 16 }, () => refund(id, { amount: 800 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(outcomeOf))).toEqual(new Set(['400 VALIDATION_ERROR']));
    expect(await balance()).toBe(before - 240_000);
    await platform.runJobs();
    expect(await escrows.refunds({ session_id: id })).toEqual(['80000', '80000', '80000']);
  });

  it('answers a repeated idempotency key as before, and refuses a second refund with one refund_ref', async () => {
    const id = await paid();
    const key = randomUUID();
    const fields = { amount: 100, refund_ref: 'return-2' };
    const [first, again] = [
      await refund(id, fields, { idempotencyKey: key }),
      await refund(id, fields, { idempotencyKey: key }),
    ];
    expect(again.text).toBe(first.text);
    const second = await refund(id, fields);
    expect([outcomeOf(second), second.body.refund_id]).toEqual(['409 CONFLICT', first.body.refund.refund_id]);
    const atOnce = await Promise.all([1, 2, 3].map(() => refund(id, { ...fields, refund_ref: 'return-3' })));
    expect(atOnce.map(outcomeOf).sort()).toEqual(['200 OK', '409 CONFLICT', '409 CONFLICT']);
  });

  it('shows in a dry run what it would cost, and changes nothing', async () => {
    const id = await paid();
    const dry = await refund(id, {}, { headers: { 'x-dry-run': 'true' } });
    expect(dry.body).toMatchObject({ dry_run: true, refund: { amount: 2500.5, debited_amount: 2500.5 } });
    expect(await session(id)).toMatchObject({ refunded_amount: 0, refund_status: 'none' });
  });

  it('refuses a refund that the balance does not cover, and writes nothing', async () => {
    const poor = await platform.merchant();
    const theirs = new Shop(platform, 'checkout', poor.live.secret_key);
    const open = await theirs.open();
    await theirs.pay(open, CARDS.approved);
    const bank = await platform.signUp();
    const transfer = { recipient: bank.usertag, amount: 2000, pin: poor.pin };
    const sent = await platform.post('business', 'wallet.php?action=transfer', transfer, {
      token: poor.token,
    });
    expect(outcomeOf(sent)).toBe('200 OK');
    const answer = await platform.post(
      'checkout',
      'sessions.php?action=refund',
      { session_id: open.session_id },
      { key: poor.live.secret_key },
    );
    expect(outcomeOf(answer)).toBe('400 INSUFFICIENT_FUNDS');
    expect(await platform.sql('SELECT 1 FROM refunds WHERE session_id = $1', [open.session_id])).toEqual([]);
  });

  it.each([
    [
      'of another account',
      async () => ({ id: await paid(), by: await platform.merchant() }),
      '404 NOT_FOUND',
    ],
    ['that is not paid', async () => ({ id: (await shop.open()).session_id }), '409 INVALID_STATE'],
    ['that does not exist', async () => ({ id: 'cs_live_0000000000000000000000' }), '404 NOT_FOUND'],
  ])('refuses a session %s', async (_, make, outcome) => {
    const { id, by = merchant } = (await make()) as { id: string; by?: TestMerchant };
    expect(outcomeOf(await refund(id, {}, { key: by.live.secret_key }))).toBe(outcome);
  });

  it.each([[0], [-1], ['1.001'], ['1e3'], [1e15], [{}]])('refuses the amount %j', async (amount) => {
    expect(outcomeOf(await refund(await paid(), { amount }))).toBe('400 VALIDATION_ERROR');
  });

  it('refuses a public key and a session', async () => {
    const id = await paid();
    for (const who of [{ key: undefined, token: merchant.token }, { key: merchant.live.public_key }])
      expect([401, 403]).toContain((await refund(id, {}, who)).status);
  });

  it('refuses a payment of more than a year ago', async () => {
    const id = await paid();
    await platform.sql(
      `UPDATE checkout_sessions SET paid_at = paid_at - interval '366 days' WHERE session_id = $1`,
      [id],
    );
    expect(outcomeOf(await refund(id))).toBe('409 INVALID_STATE');
  });
});

describe('a refund of a converted payment', () => {
  it('gives the buyer what was paid, and costs the merchant the worse of the two rates', async () => {
    await setNairaRate(platform, 'USD', '1600');
    await paid({ amount: 10, currency: 'USD' });
    const id = await paid({ amount: 10, currency: 'USD' });
    const usd = async () => Number(await platform.balanceOf({ key: merchant.live.secret_key }, 'USD'));
    const before = await usd();
    await setNairaRate(platform, 'USD', '1500');
    const { body } = await refund(id);
    expect(body.refund).toMatchObject({ amount: 10, currency: 'USD', returned_currency: 'NGN' });
    expect(body.refund.returned_amount).toBe(16_000);
    expect(body.refund.debited_amount).toBeGreaterThan(10);
    expect(await usd()).toBeCloseTo(before - body.refund.debited_amount, 2);
    await platform.runJobs();
    expect(await escrows.refunds({ session_id: id })).toEqual(['1600000']);
  });
});

describe('a refund of a wallet payment', () => {
  it('is in the payer’s wallet at once, and in both histories', async () => {
    const buyer = await platform.signUp();
    await platform.fund(buyer, 'NGN', '5000');
    const open = await shop.open();
    const body = { session_id: open.session_id, pin: buyer.pin };
    await platform.post('checkout', 'sessions.php?action=pay-wallet', body, { token: buyer.token });
    const before = Number(await platform.balanceOf({ token: buyer.token }));
    const made = await refund(open.session_id, { amount: 500 });
    expect(made.body.refund).toMatchObject({ status: 'completed', stage: null, method: 'wallet' });
    expect(Number(await platform.balanceOf({ token: buyer.token }))).toBe(before + 500);
    const history = await platform.get('business', 'transactions.php?action=list', { token: buyer.token });
    expect(history.body.data.data[0]).toMatchObject({
      type: 'refund',
      direction: 'credit',
      amount: 500,
      counterparty: { usertag: merchant.usertag },
    });
  });
});

describe('a refund of an escrow payment', () => {
  it('is refused while the escrow holds it, and then gives back the price without the fee', async () => {
    const buyer = await escrows.person('5000');
    const { session: open, uuid } = await escrows.paidByWallet(shop, buyer);
    const held = await refund(open.session_id);
    expect([outcomeOf(held), held.body.escrow_uuid]).toEqual(['409 INVALID_STATE', uuid]);
    await escrows.call(buyer, 'release', { uuid });
    expect((await refund(open.session_id)).body.refund).toMatchObject({
      amount: 1000,
      returned_amount: 1000,
    });
    expect(outcomeOf(await refund(open.session_id))).toBe('409 INVALID_STATE');
  });
});

describe('business.php?section=payments', () => {
  const call = (action: string, fields: object, who: CallOptions = { token: merchant.token }) =>
    platform.post('business', `business.php?section=payments&action=${action}`, fields, who);
  const read = (query: string, who: CallOptions = { token: merchant.token }) =>
    platform.get('business', `business.php?section=payments&action=${query}`, who);

  it('lets the owner find a payment and refund it with the PIN', async () => {
    const id = await paid({ order_ref: 'order-9' });
    const found = await read('list&order_ref=order-9');
    expect(found.body.data.data).toMatchObject([{ session_id: id, status: 'completed', checkout_url: null }]);
    expect(outcomeOf(await call('refund', { session_id: id }))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await call('refund', { session_id: id, pin: '0000' }))).toBe('403 INVALID_PIN');
    const made = await call('refund', { session_id: id, amount: 500.5, pin: merchant.pin });
    expect(made.body.refund).toMatchObject({ amount: 500.5, status: 'pending' });
    const { refund_id } = made.body.refund;
    const seen = await read(`detail&session_id=${id}`);
    expect(seen.body).toMatchObject({ refund_status: 'partial', refunds: [{ refund_id }] });
    expect((await read(`refund-detail&refund_id=${refund_id}`)).body.refund.refund_id).toBe(refund_id);
    expect((await read('refunds&per_page=1')).body.data.data[0].refund_id).toBe(refund_id);
    await platform.runJobs();
  });

  it('refuses keys, strangers and persons', async () => {
    const id = await paid();
    const [stranger, person] = [await platform.merchant(), await platform.signUp()];
    const fields = { session_id: id, pin: stranger.pin };
    expect(outcomeOf(await call('refund', fields, { token: stranger.token }))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await read(`detail&session_id=${id}`, { token: stranger.token }))).toBe('404 NOT_FOUND');
    expect((await read('list', { token: person.token })).status).toBe(403);
    expect((await read('list', { key: merchant.live.secret_key })).status).toBe(403);
  });
});

describe('session.php?action=refund', () => {
  it('refunds a session of Variant B in smallest units', async () => {
    const options = { key: merchant.live.secret_key };
    const create = { amount: 120_000, currency_code: 'NGN' };
    const open = await platform.post('checkout', 'session.php?action=create', create, options);
    const token = open.body.data.session_token as string;
    await shop.call('pay-card', { session_id: open.body.data.reference, card: cardOf() });
    const made = await platform.post(
      'checkout',
      'session.php?action=refund',
      { token, amount: 20_000 },
      options,
    );
    expect(made.body.data.refund).toMatchObject({ amount: 20_000, debited_amount: 20_000, currency: 'NGN' });
    const status = await platform.get('checkout', `session.php?action=status&token=${token}`, options);
    expect(status.body.data).toMatchObject({ refunded_amount: 20_000, refund_status: 'partial' });
    await platform.runJobs();
    const list = await platform.get('checkout', `session.php?action=refunds&token=${token}`, options);
    expect(list.body.data.refunds).toMatchObject([{ amount: 20_000, status: 'completed' }]);
  });

  const cardOf = () => ({
    number: CARDS.approved,
    expiry_month: '12',
    expiry_year: '30',
    cvv: '123',
    name: 'Ada Obi',
  });
});

describe('a refund that the company', () => {
  it('refuses gives the merchant the money again, once, and can be asked for again', async () => {
    const id = await paid();
    const before = await balance();
    await platform.sql(
      `UPDATE checkout_attempts a SET gateway_transaction_id = 'gone-' || a.id FROM checkout_sessions s
        WHERE s.attempt_id = a.id AND s.session_id = $1`,
      [id],
    );
    const { refund_id } = (await refund(id)).body.refund;
    expect(await balance()).toBe(before - 250_050);
    await platform.runJobs();
    expect(await detail(refund_id)).toMatchObject({ status: 'failed', failure: expect.any(String) });
    expect([await balance(), await inTransit()]).toEqual([before, 0]);
    await receiver.next(({ event, data }) => event === 'refund.failed' && data.refund_id === refund_id);
    expect(await session(id)).toMatchObject({ refunded_amount: 0, refund_status: 'none' });
    expect((await refund(id)).status).toBe(200);
    await platform.runJobs();
  });

  it('carries out and does not answer is not paid twice', async () => {
    const id = await paid();
    const { refund_id } = (await refund(id)).body.refund;
    await new Bank(platform).order('drop-connection', 'refund');
    await platform.runJobs();
    expect(await detail(refund_id)).toMatchObject({ status: 'pending', stage: 'sending' });
    platform.clock.advance({ minutes: 10 });
    await platform.runJobs();
    expect(await escrows.refunds({ session_id: id })).toEqual(['250050']);
    expect(await detail(refund_id)).toMatchObject({ status: 'completed' });
  });

  it('could pay twice is left to finance, who settle it or fail it, and never by themselves where they are a party', async () => {
    const id = await paid();
    const parts = [await refund(id, { amount: 100 }), await refund(id, { amount: 200 })];
    const [settled, failed] = parts.map(({ body }) => body.refund.refund_id as string);
    for (let n = 0; n < 2; n++) await new Bank(platform).order('drop-connection', 'refund');
    // The second is sent when the first has stopped, and stops in turn.
    for (let round = 0; round < 6; round++) {
      await platform.runJobs();
      platform.clock.advance({ minutes: 6 });
    }
    const finance = await platform.staff('finance');
    const staff = (action: string, fields: object) =>
      platform.post(
        'business',
        `admin.php?section=refunds&action=${action}`,
        { reason: 'The company was asked', ...fields },
        { token: finance.token },
      );
    expect(await detail(settled!)).toMatchObject({ status: 'pending', stage: 'stopped', failure: null });
    expect(outcomeOf(await staff('fail', { refund_id: failed }))).toBe('409 INVALID_STATE');
    const before = await balance();
    const done = await staff('fail', { refund_id: failed, not_sent: true });
    expect(done.body.refund).toMatchObject({ status: 'failed' });
    expect(await balance()).toBe(before + 20_000);
    expect(
      (await staff('settle', { refund_id: settled, provider_id: `by-hand-${randomUUID()}` })).status,
    ).toBe(200);
    expect(await detail(settled!)).toMatchObject({ status: 'completed' });
    expect(outcomeOf(await staff('retry', { refund_id: settled, not_sent: true }))).toBe('409 INVALID_STATE');
    const returned = await staff('return', { refund_id: settled });
    expect(returned.body.refund).toMatchObject({ status: 'completed', returned_at: expect.any(String) });
    expect(await balance()).toBe(before + 30_000);
    expect(outcomeOf(await staff('return', { refund_id: settled }))).toBe('409 INVALID_STATE');
    expect(await session(id)).toMatchObject({ refunded_amount: 0 });
  });
});

describe('a refund in the sandbox', () => {
  it('takes the course that its refund_ref names, and moves no money', async () => {
    const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const key = merchant.test.secret_key;
    const courses = ['return-1', 'sim_fail_1', 'sim_pending_1'];
    const made: string[] = [];
    for (const refund_ref of courses) {
      const open = await sandbox.open();
      await sandbox.pay(open, CARDS.approved);
      const answer = await sandbox.call('refund', { session_id: open.session_id, refund_ref });
      made.push(answer.body.refund.refund_id);
    }
    await platform.runJobs();
    const states = () =>
      Promise.all(
        made.map(async (id) => {
          const path = `sessions.php?action=refund-detail&refund_id=${id}`;
          const { body } = await platform.get('sandbox', path, { key });
          return [body.refund.status, body.refund.stage];
        }),
      );
    expect(await states()).toEqual([
      ['completed', null],
      ['failed', null],
      ['pending', 'taken'],
    ]);
    platform.clock.advance({ hours: 25 });
    await platform.runJobs();
    expect((await states())[2]).toEqual(['completed', null]);
    expect(await platform.sql(`SELECT 1 FROM ledger.journals WHERE related_id = ANY ($1)`, [made])).toEqual(
      [],
    );
  });
});
