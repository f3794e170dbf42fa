import { randomUUID } from 'node:crypto';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant, TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Bank } from '../business-api/card-deposits';
import { card, Shop } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let finance: TestStaff;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  finance = await platform.staff('finance');
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(() => platform?.proveAndStop());

const decide = (action: string, id: string, token = finance.token, idempotencyKey?: string, headers = {}) =>
  platform.post(
    'business',
    `admin.php?section=unapplied&action=${action}`,
    { id, reason: 'The buyer asked for it' },
    { token, idempotencyKey, headers },
  );
const tryOut = (action: string, id: string) =>
  decide(action, id, undefined, undefined, { 'x-dry-run': 'true' });

async function queue(token = finance.token) {
  const { body } = await platform.get('business', 'admin.php?section=unapplied&action=list', { token });
  return body.data?.data as {
    id: string;
    session_id: string;
    status: string;
    reason: string;
    amount: number;
  }[];
}

/** A card payment of which the company took one naira less. */
async function shortPayment() {
  const session = await shop.open();
  await new Bank(platform).order('amount-mismatch');
  await shop.pay(session, CARDS.approved);
  const found = (await queue()).find(({ session_id }) => session_id === session.session_id)!;
  return { session, id: found.id, found };
}

const balance = async () =>
  Math.round(Number(await platform.balanceOf({ key: merchant.live.secret_key })) * 100);

it('lists what no session could take; support may look, and only finance decides', async () => {
  const { id, found } = await shortPayment();
  expect(found).toMatchObject({ reason: 'amount-mismatch', amount: 2499.5, status: 'unapplied' });
  const support = await platform.staff('support');
  expect((await queue(support.token)).length).toBeGreaterThan(0);
  expect((await decide('apply', id, support.token)).status).toBe(403);
  expect((await decide('apply', id, merchant.token)).status).toBe(403);
  expect((await decide('refund', randomUUID())).status).toBe(404);
});

it('applies once, however many decide at once, closes the session and keeps who decided', async () => {
  const { session, id } = await shortPayment();
  const before = await balance();
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => decide('apply', id)),
    decide('refund', id),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
  await platform.runJobs();
  const wasApplied = answers.at(-1)!.status !== 200;
  expect(await balance()).toBe(before + (wasApplied ? 249_950 : 0));
  if (wasApplied) expect(await shop.statusOf(session)).toBe('expired');
  expect((await queue()).some((row) => row.id === id)).toBe(false);
  const audit = await platform.sql(`SELECT action FROM audit_log WHERE subject = $1`, [id]);
  expect(audit).toEqual([{ action: wasApplied ? 'unapplied.apply' : 'unapplied.refund' }]);
});

it('shows whose balance a payment would go to, and what it would be then', async () => {
  const { id } = await shortPayment();
  const before = await balance();
  const dry = await tryOut('apply', id);
  expect(dry.body).toMatchObject({ amount: 2499.5, dry_run: true });
  expect(Math.round(dry.body.new_balance * 100)).toBe(before + 249_950);
  expect(await balance()).toBe(before);
  const [wallet] = await platform.sql('SELECT owner_id FROM wallets WHERE id = $1', [dry.body.account_id]);
  expect(wallet).toEqual({ owner_id: merchant.id });
  const real = await decide('apply', id);
  expect({ ...real.body, dry_run: true }).toEqual(dry.body);
});

it.each([
  ['the buyer, by e-mail address', 'sessions SET customer_email = upper($2) WHERE session_id = $1', 'email'],
  ['the merchant who would be credited', 'sessions SET owner_id = $2 WHERE session_id = $1', 'id'],
  [
    'the owner of the wallet that paid',
    'attempts SET payer_id = $2 WHERE checkout_session_id = (SELECT id FROM checkout_sessions WHERE session_id = $1)',
    'id',
  ],
] as const)('is not decided by staff who are %s', async (_, change, field) => {
  const { session, id } = await shortPayment();
  const clerk = await platform.staff('finance');
  await platform.sql(`UPDATE checkout_${change}`, [session.session_id, clerk[field]]);
  const own = {
    status: 403,
    body: { error_code: 'FORBIDDEN', message: 'Staff cannot decide a payment of their own.' },
  };
  const body = { id, reason: 'I would like it back', refund_id: 'rf_1' };
  for (const action of ['refund', 'apply', 'settle']) {
    for (const headers of [undefined, { 'x-dry-run': 'true' }]) {
      const path = `admin.php?section=unapplied&action=${action}`;
      expect(await platform.post('business', path, body, { token: clerk.token, headers })).toMatchObject(own);
    }
  }
  expect(await platform.sql('SELECT 1 FROM audit_log WHERE subject = $1', [id])).toEqual([]);
  expect((await decide('refund', id)).status).toBe(200);
});

it('answers a repeated key as before', async () => {
  const { id } = await shortPayment();
  const key = randomUUID();
  const [first, again] = [
    await decide('apply', id, undefined, key),
    await decide('apply', id, undefined, key),
  ];
  expect([first.status, again.text]).toEqual([200, first.text]);
  expect((await decide('apply', id)).body.error_code).toBe('INVALID_STATE');
});

it('refunds through the company, once; what is on its way back cannot be applied', async () => {
  const { session, id } = await shortPayment();
  const before = await balance();
  expect((await decide('refund', id)).body).toMatchObject({
    status: 'refunding',
    amount: 2499.5,
    currency: 'NGN',
  });
  expect((await decide('apply', id)).body.error_code).toBe('INVALID_STATE');
  await Promise.all([platform.runJobs(), platform.runJobs()]);
  const [row] = await platform.sql('SELECT status FROM checkout_attempts WHERE id = $1', [id]);
  expect([row!.status, await balance()]).toEqual(['refunded', before]);
  expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
});

describe('a session in another currency than its card', () => {
  /** Sold for ten dollars at 1,500 naira each; the company took one naira less. */
  async function shortOfNaira() {
    await setNairaRate(platform, 'USD', '1500');
    const session = await shop.open({ amount: 10, currency: 'USD' });
    await new Bank(platform).order('amount-mismatch');
    await shop.pay(session, CARDS.approved);
    return (await queue()).find(({ session_id }) => session_id === session.session_id)!;
  }

  const dollars = async () => {
    const path = 'wallet.php?action=balance&currency=USD';
    return (await platform.get('business', path, { token: merchant.token })).body.balance as string;
  };

  it('is credited in its own, in proportion at the rate the buyer was quoted, rounded down', async () => {
    const found = await shortOfNaira();
    expect(found).toMatchObject({ amount: 14_999, currency: 'NGN' });
    platform.clock.advance({ seconds: 1 });
    await setNairaRate(platform, 'USD', '3000');
    const naira = await balance();
    const applied = await decide('apply', found.id);
    expect([applied.status, applied.body.amount, applied.body.currency]).toEqual([200, 9.99, 'USD']);
    expect([await dollars(), await balance()]).toEqual(['9.99', naira]);
    platform.clock.advance({ seconds: 1 });
  });

  it('is not applied where that is less than a cent: nothing is lost, and it can be refunded', async () => {
    const { id } = await shortOfNaira();
    const received = (minor: number) =>
      platform.sql('UPDATE checkout_attempts SET received_minor = $2 WHERE id = $1', [id, minor]);
    await received(1);
    const refused = await decide('apply', id);
    expect([refused.status, refused.body.error_code]).toEqual([409, 'INVALID_STATE']);
    await received(1_499_900);
    expect((await decide('refund', id)).status).toBe(200);
  });
});

describe('money that comes late for a deposit', () => {
  // Minutes pass in each of these, and staff are soon signed out.
  beforeEach(async () => {
    finance = await platform.staff('finance');
  });

  /** A deposit on the hosted page, approved at the bank after its session had ended; `times` over. */
  async function lateDeposit(times = 1) {
    const receiver = await platform.receiver();
    const depositor = await platform.merchant();
    await platform.people.createApp(depositor, 'live', { webhook_url: receiver.url });
    const request = { method: 'checkout', amount: 750, currency: 'NGN' };
    const { token } = depositor;
    const { body } = await platform.post('business', 'deposit.php?action=init', request, { token });
    const sessionToken = body.checkout_url.split('/pay/')[1] as string;
    const [session] = await platform.sql<{ id: string; session_id: string }>(
      'SELECT id, session_id FROM checkout_sessions WHERE order_ref = $1',
      [body.tx_ref],
    );
    const { id, session_id } = session!;
    const act = (action: string, fields: object) =>
      platform.post('checkout', `sessions.php?action=${action}`, { session_id, ...fields }, { sessionToken });
    const pages: string[] = [];
    for (let i = 0; i < times; i++) {
      const begun = await act('pay-card', { card: card(CARDS.challenge) });
      pages.push(begun.body.redirect_url);
      await act('pay-card-cancel', { gw_ref: begun.body.gw_ref });
    }
    await platform.sql(
      `UPDATE checkout_sessions SET expires_at = created_at + interval '5 minutes' WHERE id = $1`,
      [id],
    );
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect(await platform.sql('SELECT status FROM checkout_sessions WHERE id = $1', [id])).toEqual([
      { status: 'expired' },
    ]);
    for (const page of pages) await new Bank(platform).decide(page, 'approve');
    const set = () =>
      platform.sql<{ id: string }>(
        `SELECT id FROM checkout_attempts WHERE checkout_session_id = $1 AND status = 'unapplied' ORDER BY id`,
        [id],
      );
    await eventually(async () => (await set()).length === times);
    const attempts = (await set()).map((row) => row.id);
    const state = async () => {
      const owned = await platform.get('business', 'wallet.php?action=balance', { token });
      const [deposit] = await platform.sql(
        'SELECT status, credited_minor, failure_reason FROM deposits WHERE tx_ref = $1',
        [body.tx_ref],
      );
      const journals = await platform.sql<{ id: string; type: string }>(
        'SELECT id, type FROM ledger.journals WHERE reference = $1 ORDER BY id',
        [body.tx_ref],
      );
      return { balance: owned.body.balance as string, deposit, journals };
    };
    return { receiver, token, txRef: body.tx_ref as string, session_id, attempts, state };
  }

  it('confirms the deposit when it is applied: one credit, one event, and a deposit that is done', async () => {
    const late = await lateDeposit();
    const [id] = late.attempts;
    expect(await late.state()).toMatchObject({
      balance: '0.00',
      deposit: { status: 'pending' },
      journals: [],
    });
    expect((await tryOut('apply', id!)).body).toMatchObject({ amount: 750, new_balance: 750 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide('apply', id!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { balance: has, deposit, journals } = await late.state();
    expect([has, deposit]).toEqual([
      '750.00',
      { status: 'successful', credited_minor: '75000', failure_reason: null },
    ]);
    expect(journals).toMatchObject([{ type: 'unapplied_credit' }]);
    const verified = await platform.post(
      'business',
      'deposit.php?action=verify-gateway',
      { tx_ref: late.txRef },
      { token: late.token },
    );
    expect(verified.body).toMatchObject({ status: 'successful', credited: true, amount: 750 });
    await platform.runJobs();
    const { data } = await late.receiver.next(({ event }) => event === 'deposit.confirmed');
    expect(data).toMatchObject({
      transaction_id: journals[0]!.id,
      tx_ref: late.txRef,
      amount: 750,
      currency: 'NGN',
      gateway: 'simulator',
      new_balance: 750,
    });
    await platform.runJobs();
    expect(late.receiver.received.filter(({ event }) => event === 'deposit.confirmed')).toHaveLength(1);
    expect(await shop.verify(late.session_id)).toMatchObject({ status: 404 });
    // Taken back, it would belong to no account.
    const reversed = await platform.post(
      'business',
      'admin.php?section=ledger&action=reverse',
      { transaction_id: journals[0]!.id, reason: 'A mistake' },
      { token: finance.token },
    );
    expect(reversed.body.error_code).toBe('INVALID_STATE');
  });

  it('is credited twice if it comes twice, each as a transaction of its own, also when applied at once', async () => {
    const late = await lateDeposit(2);
    const answers = await Promise.all(late.attempts.map((id) => decide('apply', id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { balance: has, deposit, journals } = await late.state();
    expect([has, deposit]).toMatchObject(['1500.00', { status: 'successful', credited_minor: '75000' }]);
    expect(journals.map(({ type }) => type)).toEqual(['unapplied_credit', 'unapplied_credit']);
  });

  it('goes back when it is refunded, and credits nothing', async () => {
    const late = await lateDeposit();
    expect((await decide('refund', late.attempts[0]!)).status).toBe(200);
    await platform.runJobs();
    expect((await decide('apply', late.attempts[0]!)).body.error_code).toBe('INVALID_STATE');
    expect(await late.state()).toMatchObject({ balance: '0.00', journals: [] });
  });
});
