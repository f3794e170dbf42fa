import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank } from '../business-api/card-deposits';
import { Shop, tokenOf } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterAll(() => platform?.proveAndStop());

const TERMS = { escrow: true, escrow_condition: 'On delivery', escrow_deadline_days: 14 };

async function money({ token }: { token: string }): Promise<string> {
  const { body } = await platform.get('business', 'wallet.php?action=balance', { token });
  return `${body.balance} ${body.locked_balance}`;
}

const escrows = ({ session_id }: { session_id: string }) =>
  platform.sql<Record<string, unknown>>('SELECT * FROM escrows WHERE checkout_session_id = $1', [session_id]);

describe('a session paid into escrow', () => {
  it('is not opened where amount and fee together are more than can be paid', async () => {
    const { status, body } = await shop.call('create', { amount: 999_999_999_999.99, escrow: true });
    expect([status, body.error_code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'amount']);
  });

  it('by wallet: the buyer pays the fee on top, the merchant’s locked balance holds the amount', async () => {
    const buyer = await platform.signUp();
    await platform.fund(buyer, 'NGN', '3000.00');
    const session = await shop.open(TERMS);
    const body = { session_id: session.session_id, pin: '1234' };
    const paid = await platform.post('checkout', 'sessions.php?action=pay-wallet', body, {
      token: buyer.token,
    });
    expect([paid.status, paid.body.debited_amount]).toEqual([200, 2538.01]);
    expect([await money(buyer), await money(merchant)]).toEqual(['461.99 0.00', '0.00 2500.50']);
    expect(await escrows(session)).toMatchObject([
      {
        status: 'funded',
        mode: 'live',
        initiator_id: buyer.id,
        beneficiary_id: merchant.id,
        amount_minor: '250050',
        fee_minor: '3751',
        held_minor: '250050',
        condition: 'On delivery',
      },
    ]);
  });

  it('by card: charges the fee, publishes escrow events, and is never reversed as a plain checkout', async () => {
    const session = await shop.open({ ...TERMS, amount: 100, customer: { email: 'ada@example.com' } });
    const { body } = await platform.get(
      'checkout',
      `sessions.php?action=public-status&session_id=${session.session_id}`,
      {
        sessionToken: tokenOf(session),
      },
    );
    expect(body).toMatchObject({
      amount: 100,
      amount_due: 101.5,
      escrow: { fee: 1.5, condition: 'On delivery' },
    });
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    expect(await money(merchant)).toBe('0.00 2600.50');
    const outboxEvents = await platform.sql<{ type: string; payload: Record<string, unknown> }>(
      `SELECT type, payload FROM outbox WHERE payload->>'sessionId' = $1 OR payload->>'checkoutSessionId' = $1`,
      [session.session_id],
    );
    expect(outboxEvents.find(({ type }) => type === 'checkout.session-completed')!.payload).toMatchObject({
      escrow: true,
    });
    expect(outboxEvents.find(({ type }) => type === 'escrow.funded')!.payload).toMatchObject({
      initiator: 'ada@example.com',
    });
    expect((await shop.verify(session.session_id)).body).toMatchObject({
      amount: 100,
      escrow: true,
      escrow_fee: 1.5,
    });
    const [journal] = await platform.sql<{ id: string; type: string }>(
      'SELECT id, type FROM ledger.journals WHERE related_id = $1',
      [session.session_id],
    );
    expect(journal!.type).toBe('escrow_lock');
    const finance = await platform.staff('finance');
    const reversed = await platform.post(
      'business',
      'admin.php?section=ledger&action=reverse',
      { transaction_id: journal!.id, reason: 'a mistake' },
      { token: finance.token },
    );
    expect(reversed.status).toBe(409);
  });

  it('twice: the second payment goes back by itself, and the hold stays single', async () => {
    const bank = new Bank(platform);
    const session = await shop.open({ ...TERMS, amount: 100 });
    const given = await shop.pay(session, CARDS.challenge);
    await shop.call('pay-card-cancel', { session_id: session.session_id, gw_ref: given.body.gw_ref });
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    const held = await money(merchant);
    await bank.decide(given.body.redirect_url, 'approve');
    const attempts = () =>
      platform.sql<{ status: string; unapplied_reason: string | null; received_minor: string }>(
        `SELECT a.status, a.unapplied_reason, a.received_minor FROM checkout_attempts a
           JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id = $1 ORDER BY a.id`,
        [session.session_id],
      );
    await eventually(async () => (await attempts())[0]!.status !== 'abandoned');
    await Promise.all([platform.runJobs(), platform.runJobs()]);
    expect(await attempts()).toEqual([
      { status: 'refunded', unapplied_reason: 'already-paid', received_minor: '10150' },
      { status: 'succeeded', unapplied_reason: null, received_minor: '10150' },
    ]);
    expect(await escrows(session)).toMatchObject([{ status: 'funded', held_minor: '10000' }]);
    expect(await money(merchant)).toBe(held);
    const booked = await platform.sql<{ type: string }>(
      'SELECT type FROM ledger.journals WHERE related_id = $1 ORDER BY id',
      [session.session_id],
    );
    expect(booked.map(({ type }) => type)).toEqual(['escrow_lock', 'unapplied', 'unapplied_refund']);
  });

  it('in test mode locks nothing', async () => {
    const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const before = await money(merchant);
    const session = await sandbox.open(TERMS);
    await sandbox.pay(session, CARDS.approved);
    expect(await escrows(session)).toMatchObject([{ mode: 'test', hold_account_id: null, status: 'funded' }]);
    expect(await money(merchant)).toBe(before);
  });

  it('is proved by the books: a hold without its money is found', async () => {
    await platform.verifyBooks();
    await platform.sql(
      `UPDATE escrows SET held_minor = held_minor + 1 WHERE mode = 'live' AND amount_minor = 10000`,
    );
    await expect(platform.verifyBooks()).rejects.toThrow('locked funds equal the open holds');
    await platform.sql(
      `UPDATE escrows SET held_minor = held_minor - 1 WHERE mode = 'live' AND amount_minor = 10000`,
    );
  });
});

it('takes ten cards for one session in ten minutes, and no eleventh', async () => {
  const session = await shop.open();
  for (let i = 0; i < 10; i++)
    expect((await shop.pay(session, CARDS.declined)).body.error_code).toBe('CARD_DECLINED');
  const eleventh = await shop.pay(session, CARDS.approved);
  expect([eleventh.status, eleventh.body.error_code, eleventh.body.retry_after]).toEqual([
    429,
    'RATE_LIMITED',
    600,
  ]);
  platform.clock.advance({ minutes: 11 });
  expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
});

it('takes a hundred declined cards of one app in ten minutes, over all its sessions, and no further card', async () => {
  const seen = await shop.open();
  await shop.pay(seen, CARDS.declined);
  // As if other buyers of the same shop had been declined meanwhile.
  const declined = (times: number) =>
    platform.sql(
      `INSERT INTO checkout_attempts SELECT (jsonb_populate_record(a, jsonb_build_object(
                'id', gen_random_uuid(), 'reference', 'cs_' || replace(gen_random_uuid()::text, '-', '')))).*
         FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id, generate_series(1, $2)
        WHERE s.session_id = $1 AND a.id = (SELECT id FROM checkout_attempts WHERE checkout_session_id = s.id LIMIT 1)`,
      [seen.session_id, times],
    );
  const already = await platform.sql(
    `SELECT 1 FROM checkout_attempts WHERE status = 'failed' AND mode = 'live' AND ended_at > $1`,
    [new Date(platform.clock.now().getTime() - 600_000)],
  );
  await declined(99 - already.length);
  const hundredth = await shop.open();
  expect((await shop.pay(hundredth, CARDS.declined)).body.error_code).toBe('CARD_DECLINED');
  const session = await shop.open();
  const refused = await shop.pay(session, CARDS.approved);
  expect([refused.status, refused.body.error_code, refused.body.retry_after]).toEqual([
    429,
    'RATE_LIMITED',
    600,
  ]);
  expect(await shop.statusOf(session)).toBe('pending');
  const stranger = await platform.merchant();
  const elsewhere = new Shop(platform, 'checkout', stranger.live.secret_key);
  expect((await elsewhere.pay(await elsewhere.open(), CARDS.approved)).body.status).toBe('completed');
  platform.clock.advance({ minutes: 11 });
  expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
});
