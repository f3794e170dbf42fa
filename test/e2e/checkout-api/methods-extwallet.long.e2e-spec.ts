import { randomUUID } from 'node:crypto';
import { ExternalWallets } from '@app/charges';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Bank } from '../business-api/card-deposits';
import { tokenOf } from './cards';
import { ElsewhereShop, play, type Session } from './async-payments';

let platform: Platform;
let merchant: TestMerchant;
let shop: ElsewhereShop;
let bank: Bank;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new ElsewhereShop(platform, 'checkout', merchant.live.secret_key);
  bank = new Bank(platform);
  await setNairaRate(platform, 'USD', '1600');
});

afterAll(() => platform?.proveAndStop());

const open = (fields = {}) => shop.open({ currency: 'USD', amount: 25, ...fields });

const balance = async () => Number(await platform.balanceOf(shop, 'USD'));

/** The company's side of the session's only order. */
async function orderOf(session: Session) {
  const attempts = (await shop.attempts(session)).filter(({ method }) => method === 'extwallet');
  const rows = await platform.sql<{ status: string; refunded_minor: string }>(
    'SELECT status, refunded_minor FROM simulator.wallet_orders WHERE reference = ANY($1)',
    [attempts.map(({ reference }) => reference)],
  );
  return rows[0]!;
}

const legsOf = ({ session_id }: Session) =>
  platform.sql<{ code: string }>(
    `SELECT DISTINCT a.code FROM ledger.journals j JOIN ledger.legs l ON l.journal_id = j.id
       JOIN ledger.accounts a ON a.id = l.account_id WHERE j.related_id = $1 AND a.owner_id IS NULL`,
    [session_id],
  );

/** From now on the wallet forgets to report. */
const loseEvents = () =>
  platform.sql(`
    CREATE OR REPLACE FUNCTION simulator.lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE OR REPLACE TRIGGER lost BEFORE INSERT ON simulator.wallet_events FOR EACH ROW EXECUTE FUNCTION simulator.lose()`);
const findEvents = () => platform.sql('DROP TRIGGER IF EXISTS lost ON simulator.wallet_events');

it('an external wallet is offered where it has the currency, and refused elsewhere', async () => {
  expect((await open()).payment_methods).toEqual(['card', 'wallet', 'extwallet']);
  for (const session of [await shop.open(), await open({ payment_methods: ['card'] })]) {
    const { status, body } = await shop.extwallet(session);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
  }
  const sandbox = new ElsewhereShop(platform, 'sandbox', merchant.test.secret_key);
  const test = await sandbox.open({ currency: 'USD' });
  expect(test.payment_methods).toEqual(['card', 'wallet']);
  expect((await sandbox.extwallet(test)).status).toBe(400);
});

it('an external wallet sends the buyer away, and its signed event completes the session after the approval', async () => {
  const before = await balance();
  const session = await open();
  const { status, body } = await shop.extwallet(session);
  expect([status, body]).toMatchObject([200, { status: 'pending', amount: 25, currency: 'USD' }]);
  expect(body.redirect_url).toMatch(/\/challenge\//);
  expect(await shop.publicStatus(session)).toMatchObject({
    status: 'processing',
    auth_mode: 'redirect',
    redirect_url: body.redirect_url,
    payment: { method: 'extwallet', state: 'waiting' },
  });
  const page = await (await fetch(body.redirect_url)).text();
  expect(page).toContain('$25.00');
  expect(await play(body.redirect_url, { decision: 'approve' })).toBe(200);
  await shop.becomes(session, 'completed');
  expect(await balance()).toBeCloseTo(before + 25, 2);
  expect(await legsOf(session)).toEqual([{ code: 'extwallet-clearing' }]);
  expect((await shop.verify(session.session_id)).body).toMatchObject({ gateway: 'extwallet', amount: 25 });
  expect(await orderOf(session)).toMatchObject({ status: 'completed' });
});

it('a payment completes once, also if the buyer comes back before the event', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  await loseEvents();
  try {
    const back = await bank.decide(redirect_url, 'approve');
    const visits = [1, 2, 3].map(() => fetch(back, { redirect: 'manual' }));
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([303, 303, 303]);
  } finally {
    await findEvents();
  }
  expect(await shop.statusOf(session)).toBe('completed');
  expect(await shop.journals(session)).toHaveLength(1);
});

it('a declined order takes nothing, and the session stays payable', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  await play(redirect_url, { decision: 'decline' });
  expect((await shop.becomes(session, 'pending')).payment).toMatchObject({
    method: 'extwallet',
    state: 'failed',
    failure: 'The payment was not approved',
  });
  expect(await shop.outboxEvents(session)).toEqual(['checkout.payment-failed declined']);
  expect(await shop.journals(session)).toEqual([]);
  expect((await shop.extwallet(session)).status).toBe(200);
});

it('a payment is found by asking after a lost event and a buyer who never comes back', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  await loseEvents();
  try {
    await play(redirect_url, { decision: 'approve' });
  } finally {
    await findEvents();
  }
  platform.clock.advance({ minutes: 2 });
  await Promise.all([platform.runJobs(), platform.runJobs()]);
  expect(await shop.statusOf(session)).toBe('completed');
  expect(await shop.journals(session)).toHaveLength(1);
});

it('a captured order whose answer is lost is known by asking, and taken once', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  await bank.order('drop-connection', 'validate');
  await play(redirect_url, { decision: 'approve' });
  await eventually(async () => (await orderOf(session)).status === 'completed');
  platform.clock.advance({ minutes: 5 });
  await platform.runJobs();
  expect(await shop.statusOf(session)).toBe('completed');
  expect(await shop.journals(session)).toHaveLength(1);
});

it('an order approved after the buyer chose a card is ended, and nothing is taken', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  const { gw_ref } = (await shop.pay(session, CARDS.otp)).body;
  await play(redirect_url, { decision: 'approve' });
  await eventually(async () => (await orderOf(session)).status === 'cancelled');
  expect((await shop.submit(session, gw_ref, '123456')).body.status).toBe('completed');
  expect(await shop.attempts(session)).toMatchObject([
    { method: 'extwallet', status: 'abandoned', received_minor: null },
    { method: 'card', status: 'succeeded' },
  ]);
});

it('another amount than asked for stands apart', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  await bank.order('amount-mismatch');
  await play(redirect_url, { decision: 'approve' });
  expect((await shop.becomes(session, 'pending')).payment).toMatchObject({
    state: 'set_aside',
    received: { amount: 24, currency: 'USD', set_aside: 'amount-mismatch' },
  });
});

it('a wallet refunds; a refund that is pending there is polled by its id and reported once it is done', async () => {
  const session = await open();
  const { redirect_url } = (await shop.extwallet(session)).body;
  await bank.order('amount-mismatch');
  await play(redirect_url, { decision: 'approve' });
  await eventually(async () => (await shop.publicStatus(session)).payment.state === 'set_aside');
  const [attempt] = await platform.sql<{ id: string }>(
    `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
      WHERE s.session_id = $1`,
    [session.session_id],
  );
  const wallet = platform.inside('scheduler', ExternalWallets).walletOf('live')!;
  const send = wallet.refund.bind(wallet);
  const sent = jest.spyOn(wallet, 'refund');
  sent.mockImplementationOnce(async (request) => ({ ...(await send(request)), status: 'pending' }));
  const { token } = await platform.staff('finance');
  const body = { id: attempt!.id, reason: 'Too little came' };
  await platform.post('business', 'admin.php?section=unapplied&action=refund', body, { token });
  await platform.runJobs();
  expect((await shop.attempts(session)).map(({ status }) => status)).toEqual(['unapplied']);
  platform.clock.advance({ minutes: 2 });
  await platform.runJobs();
  expect((await shop.attempts(session)).map(({ status }) => status)).toEqual(['refunded']);
  expect([sent.mock.calls.length, (await orderOf(session)).refunded_minor]).toEqual([1, '2400']);
  sent.mockRestore();
});

it('an order expires with its session and cannot be approved any more', async () => {
  const session = await open({ expires_in: 5 });
  const { redirect_url } = (await shop.extwallet(session)).body;
  platform.clock.advance({ minutes: 6 });
  await platform.runJobs();
  expect(await shop.statusOf(session)).toBe('expired');
  expect(await orderOf(session)).toMatchObject({ status: 'cancelled' });
  await play(redirect_url, { decision: 'approve' });
  expect(await orderOf(session)).toMatchObject({ status: 'cancelled' });
});

it.each(['503-before', '503-after', 'drop-connection', 'garbage'])(
  'a start without an address for the buyer (%s) fails at once, and the next try gets an address',
  async (fault) => {
    const session = await open();
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    await bank.order(fault);
    const body = { session_id: session.session_id };
    const refused = await shop.call('pay-extwallet', body, once);
    expect([refused.status, refused.body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
    expect((await shop.call('pay-extwallet', body, once)).body.redirect_url).toMatch(/\/challenge\//);
  },
);

describe('events that prove nothing', () => {
  const path = 'gateway-events.php?provider=extwallet';
  const event = (reference: string) => ({
    id: 'EVENT-1',
    event_type: 'CHECKOUT.ORDER.DECIDED',
    resource: { custom_id: reference, status: 'approved' },
  });
  const signed = {
    'paypal-transmission-id': randomUUID(),
    'paypal-transmission-time': new Date().toISOString(),
    'paypal-transmission-sig': Buffer.alloc(256).toString('base64'),
    'paypal-auth-algo': 'SHA256withRSA',
  };

  it.each([
    ['no signature', {}],
    ['the gateway’s hash instead', { 'verif-hash': 'GATEWAY' }],
    ['another signature', { ...signed, 'paypal-cert-url': 'OURS' }],
    ['another algorithm', { ...signed, 'paypal-cert-url': 'OURS', 'paypal-auth-algo': 'none' }],
    ['a certificate from elsewhere', { ...signed, 'paypal-cert-url': 'https://evil.example/cert.pem' }],
    [
      'a certificate of a host that only looks like it',
      { ...signed, 'paypal-cert-url': 'https://paypal.com.evil.example/' },
    ],
    ['an address beside the certificate', { ...signed, 'paypal-cert-url': 'OURS/../../api' }],
  ])('are 401 with %s', async (_name, headers: Record<string, string>) => {
    const session = await open();
    await shop.extwallet(session);
    const own = `${platform.urls.sandbox}/simulator/extwallet/certificate`;
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('OURS', own).replace('GATEWAY', platform.config.env.GATEWAY_EVENT_HASH),
      ]),
    );
    const body = event((await shop.attempts(session))[0]!.reference);
    const { status } = await platform.post('business', path, body, { headers: filled });
    expect(status).toBe(401);
  });

  it('are 400 for an unknown provider', async () => {
    const { status } = await platform.post('business', 'gateway-events.php?provider=x', event('cs_x'));
    expect(status).toBe(400);
  });
});

it('an approval needs its address: the token of a session opens no order', async () => {
  const session = await open();
  await shop.extwallet(session);
  const { status } = await fetch(`${platform.urls.checkout}/challenge/${tokenOf(session)}`);
  expect(status).toBe(404);
});
