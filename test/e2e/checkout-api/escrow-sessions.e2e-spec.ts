import { randomUUID } from 'node:crypto';
import { SetCheckoutRate } from '@app/fx';
import { Rate } from '@app/kernel';
import { Commands } from '@app/write-path';
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

  it('takes the fee on top from a wallet, and the merchant’s locked balance holds the amount', async () => {
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

  it('takes a wallet only in the currency of the session, because a refund returns what was debited', async () => {
    const setRate = new SetCheckoutRate('USD', 'NGN', Rate.parse('1500'), randomUUID());
    await platform.inside('business', Commands).execute(setRate);
    const buyer = await platform.signUp();
    await platform.fund(buyer, 'NGN', '100000.00');
    const { session_id } = await shop.open({ ...TERMS, amount: 20, currency: 'USD' });
    const post = (action: string, fields: object = {}) =>
      platform.post('checkout', `sessions.php?action=${action}`, { session_id, ...fields }, buyer);
    const refused = [
      await post('pay-wallet', { pin: '1234' }),
      await post('pay-wallet', { pin: '1234', currency: 'NGN' }),
      await post('wallet-quote', { currency: 'NGN' }),
    ];
    for (const { status, body } of refused)
      expect([status, body.error_code, body.errors?.[0]?.field]).toEqual([
        400,
        'VALIDATION_ERROR',
        'currency',
      ]);
    expect(await money(buyer)).toBe('100000.00 0.00');
    await platform.fund(buyer, 'USD', '20.30');
    const { quote, wallets } = (await post('wallet-quote')).body;
    expect([quote.currency, wallets.map(({ currency }: { currency: string }) => currency)]).toEqual([
      'USD',
      ['USD'],
    ]);
    const paid = await post('pay-wallet', { pin: '1234' });
    expect([paid.status, paid.body.debited_currency, paid.body.debited_amount]).toEqual([200, 'USD', 20.3]);
  });

  it('takes a deadline of 180 days at most', async () => {
    const open = (days: number) =>
      shop.call('create', { amount: 100, escrow: true, escrow_deadline_days: days });
    expect([(await open(180)).status, (await open(181)).status]).toEqual([200, 400]);
  });

  it('charges a card the fee, publishes escrow events, and is never reversed as a plain checkout', async () => {
    const session = await shop.open({ ...TERMS, amount: 100 });
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
    const guest = await shop.guest(session);
    expect((await guest.pay(CARDS.approved)).body.status).toBe('completed');
    expect(await money(merchant)).toBe('0.00 2600.50');
    const outboxEvents = await platform.sql<{ type: string; payload: Record<string, unknown> }>(
      `SELECT type, payload FROM outbox WHERE payload->>'sessionId' = $1 OR payload->>'checkoutSessionId' = $1`,
      [session.session_id],
    );
    expect(outboxEvents.find(({ type }) => type === 'checkout.session-completed')!.payload).toMatchObject({
      escrow: true,
    });
    expect(outboxEvents.find(({ type }) => type === 'escrow.funded')!.payload).toMatchObject({
      initiator: guest.email,
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

  it('returns a second payment automatically, and the hold stays single', async () => {
    const bank = new Bank(platform);
    const session = await shop.open({ ...TERMS, amount: 100 });
    const guest = await shop.guest(session);
    const given = await guest.pay(CARDS.challenge);
    await guest.call('pay-card-cancel', { gw_ref: given.body.gw_ref });
    expect((await guest.pay(CARDS.approved)).body.status).toBe('completed');
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

  it('locks nothing in test mode', async () => {
    const sandbox = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const before = await money(merchant);
    const session = await sandbox.open(TERMS);
    await (await sandbox.guest(session)).pay(CARDS.approved);
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
