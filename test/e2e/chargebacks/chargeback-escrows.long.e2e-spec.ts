import { outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { CardDesk } from '../subscriptions/card-desk';
import { Shop } from '../checkout-api/cards';
import { Escrows } from '../escrow/escrows';
import { ChargebackDesk } from './desk';

let platform: Platform;
let merchant: TestMerchant;
let desk: ChargebackDesk;
let escrows: Escrows;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  await platform.holdJobs();
  merchant = await platform.merchant();
  desk = new ChargebackDesk(platform, merchant);
  escrows = new Escrows(platform);
});
afterAll(() => platform?.proveAndStop());

const cancel = (uuid: string) => escrows.call({ token: merchant.token }, 'cancel', { uuid });
const statusOf = async (uuid: string) =>
  (await platform.sql<{ status: string }>('SELECT status FROM escrows WHERE id = $1', [uuid]))[0]!.status;

describe('A chargeback of a payment that an escrow holds', () => {
  it('takes nothing, keeps the escrow as it is, and is paid by the escrow where it is lost', async () => {
    const { session, uuid } = await escrows.paidByCard(desk.shop);
    const before = [await desk.balance(), await desk.account('escrow-fees-held')];
    const { providerId, chargeback_id } = await desk.raisedOf(session.session_id);
    expect(await desk.detail(chargeback_id)).toMatchObject({
      escrow_uuid: uuid,
      claimed_amount: 1015,
      debited_amount: 0,
      owed_amount: 0,
    });
    const refused = await cancel(uuid);
    expect([outcomeOf(refused), refused.body.chargeback_id]).toEqual(['409 INVALID_STATE', chargeback_id]);
    const clearing = await desk.account('card-gateway-clearing');
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    expect(await statusOf(uuid)).toBe('refunded');
    expect(await desk.account('card-gateway-clearing')).toBe(clearing + 101_500);
    expect([await desk.balance(), await desk.account('escrow-fees-held')]).toEqual([
      before[0],
      before[1]! - 1500,
    ]);
    expect(await desk.account('chargebacks-held')).toBe(0);
    await platform.runJobs();
    expect(await escrows.refunds(session)).toEqual([]);
  });

  it('lets the escrow go on once it is won', async () => {
    const { session, uuid } = await escrows.paidByCard(desk.shop);
    const { providerId } = await desk.raisedOf(session.session_id);
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(outcomeOf(await cancel(uuid))).toBe('200 OK');
    await platform.runJobs();
    expect(await escrows.refunds(session)).toEqual(['101500']);
  });

  it('is paid by its merchant where a part is demanded, and nothing goes back to the buyer twice', async () => {
    const { session, uuid } = await escrows.paidByCard(desk.shop);
    await desk.paid({ amount: 100 });
    const before = await desk.balance();
    const { chargeback_id } = await desk.raisedOf(session.session_id, { amount: '100' });
    expect(await desk.detail(chargeback_id)).toMatchObject({ debited_amount: 100, escrow_uuid: null });
    expect(await desk.balance()).toBe(before - 10_000);
    expect(outcomeOf(await cancel(uuid))).toBe('409 INVALID_STATE');
    await desk.respond(chargeback_id, { decision: 'accept' });
    const late = await cancel(uuid);
    expect([outcomeOf(late), late.body.chargeback_id]).toEqual(['409 INVALID_STATE', chargeback_id]);
    expect(late.text).toContain('has taken back so much of this payment');
    expect(await statusOf(uuid)).toBe('funded');
  });

  it('ends with the cancellation that came first, or refuses it, where both come at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { session, uuid } = await escrows.paidByCard(desk.shop);
      const [row] = await platform.sql<{ id: string }>(
        `SELECT a.gateway_transaction_id AS id FROM checkout_attempts a JOIN checkout_sessions s ON s.attempt_id = a.id
          WHERE s.session_id = $1`,
        [session.session_id],
      );
      const providerId = await desk.bank.raise(row!.id);
      const [cancelled] = await Promise.all([cancel(uuid), desk.bank.read()]);
      const [opened] = await platform.sql('SELECT 1 FROM chargebacks WHERE provider_id = $1', [providerId]);
      expect([outcomeOf(cancelled), Boolean(opened)]).toEqual(
        cancelled.status === 200 ? ['200 OK', false] : ['409 INVALID_STATE', true],
      );
      await desk.bank.decide(providerId, 'won');
      await desk.bank.read();
    }
  });
});

describe('A chargeback of a charge of a saved card', () => {
  it('is taken from the merchant, refuses refunds of the invoice, and is not decided by its payer', async () => {
    const cards = new CardDesk(platform, merchant.live);
    const made = await cards.attached(await cards.plan());
    await cards.pass({ days: 31 });
    await cards.pass({ minutes: 5 });
    const [latest] = await cards.invoices(made);
    const [charge] = await platform.sql<{ id: string }>(
      `SELECT c.gateway_transaction_id AS id FROM card_charges c JOIN subscription_invoices i ON i.id = c.invoice_key
        WHERE i.invoice_id = $1 AND c.is_applied`,
      [latest!.invoice_id],
    );
    await desk.signIn();
    const before = await desk.balance();
    const providerId = await desk.bank.raise(charge!.id);
    await desk.bank.read();
    const list = (await desk.read('list&per_page=1')).body.data.data;
    expect(list).toMatchObject([{ invoice_id: latest!.invoice_id, session_id: null, debited_amount: 5000 }]);
    expect(await desk.balance()).toBe(before - 500_000);
    const refused = await cards.post('refund', { invoice_id: latest!.invoice_id });
    expect(outcomeOf(refused)).toBe('409 INVALID_STATE');
    const payer = await platform.staff('finance');
    await platform.sql('UPDATE users SET email = $1 WHERE id = $2', [made.email, payer.id]);
    const answer = {
      chargeback_id: list[0].chargeback_id,
      decision: 'accept',
      reason: 'It was not delivered',
    };
    const path = 'admin.php?section=chargebacks&action=answer';
    const own = await platform.post('business', path, answer, { token: payer.token });
    expect(outcomeOf(own)).toBe('403 FORBIDDEN');
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(await desk.balance()).toBe(before);
  });
});

describe('chargebacks.php?action=simulate', () => {
  const key = () => ({ key: merchant.test.secret_key });
  const simulate = (body: object, by = key()) =>
    platform.post('sandbox', 'chargebacks.php?action=simulate', body, by);
  const paid = async () => {
    const opened = await platform.post('sandbox', 'sessions.php?action=create', { amount: 25 }, key());
    const { session_id } = opened.body as { session_id: string };
    const card = { number: '4000000000000000', expiry_month: '12', expiry_year: '2099', cvv: '123' };
    await platform.post('sandbox', 'sessions.php?action=pay-card', { session_id, card }, key());
    return session_id;
  };

  it('plays a chargeback from both sides, and books nothing', async () => {
    const journals = async () =>
      (await platform.sql<{ count: string }>('SELECT count(*) FROM ledger.journals'))[0]!.count;
    const before = await journals();
    const session_id = await paid();
    const { chargeback } = (await simulate({ do: 'open', session_id })).body;
    expect(chargeback).toMatchObject({
      session_id,
      status: 'opened',
      amount: 25,
      is_test: true,
      owed_amount: 0,
    });
    const { chargeback_id } = chargeback;
    for (const [step, status] of [
      ['contest', 'contested'],
      ['reopen', 'opened'],
      ['contest', 'contested'],
      ['lose', 'lost'],
    ])
      expect((await simulate({ do: step, chargeback_id })).body.chargeback).toMatchObject({ status });
    expect(outcomeOf(await simulate({ do: 'win', chargeback_id }))).toBe('409 INVALID_STATE');
    const refund = { session_id };
    const refused = await platform.post('sandbox', 'sessions.php?action=refund', refund, key());
    expect(outcomeOf(refused)).toBe('409 INVALID_STATE');
    expect(await desk.detail(chargeback_id, key())).toMatchObject({ status: 'lost', stage: 2 });
    expect(await journals()).toBe(before);
  });

  it('ends the escrow of a test payment where it is lost', async () => {
    const shop = new Shop(platform, 'sandbox', merchant.test.secret_key);
    const { session, uuid } = await escrows.paidByCard(shop);
    const { chargeback } = (await simulate({ do: 'open', session_id: session.session_id })).body;
    expect(chargeback).toMatchObject({ escrow_uuid: uuid, claimed_amount: 1015, debited_amount: 0 });
    await simulate({ do: 'lose', chargeback_id: chargeback.chargeback_id });
    expect(await statusOf(uuid)).toBe('refunded');
  });

  it('refuses more than 20 chargebacks of one payment', async () => {
    const session_id = await paid();
    for (let n = 0; n < 20; n++)
      expect(outcomeOf(await simulate({ do: 'open', session_id, amount: 1 }))).toBe('200 OK');
    expect(outcomeOf(await simulate({ do: 'open', session_id, amount: 1 }))).toBe('400 LIMIT_REACHED');
  });

  it('refuses what is not paid and what belongs to another account', async () => {
    const session_id = await paid();
    const other = await platform.merchant();
    const theirs = await simulate({ do: 'open', session_id }, { key: other.test.secret_key });
    expect(outcomeOf(theirs)).toBe('404 NOT_FOUND');
    expect(outcomeOf(await simulate({ do: 'open' }))).toBe('404 NOT_FOUND');
    const unpaid = await platform.post('sandbox', 'sessions.php?action=create', { amount: 25 }, key());
    const { session_id: open } = unpaid.body as { session_id: string };
    expect(outcomeOf(await simulate({ do: 'open', session_id: open }))).toBe('409 INVALID_STATE');
    expect(outcomeOf(await simulate({ do: 'win', chargeback_id: 'cb_test_0' }))).toBe('404 NOT_FOUND');
  });
});
