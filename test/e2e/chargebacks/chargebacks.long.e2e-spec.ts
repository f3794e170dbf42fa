import { outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { ChargebackDesk } from './desk';

let platform: Platform;
let merchant: TestMerchant;
let desk: ChargebackDesk;
let receiver: Receiver;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  await platform.holdJobs();
  merchant = await platform.merchant();
  desk = new ChargebackDesk(platform, merchant);
  receiver = await platform.receiver();
  const hook = { app_id: merchant.live.app_id, url: receiver.url };
  await platform.post('business', 'business.php?section=webhooks&action=create', hook, {
    token: merchant.token,
  });
});
afterAll(() => platform?.proveAndStop());

const eventOf = (name: string, chargebackId: string) =>
  receiver.next(({ event, data }) => event === name && data.chargeback_id === chargebackId);

/** What is owed and what is held, in smallest units. */
const books = async () => [await desk.account('chargebacks-owed'), await desk.account('chargebacks-held')];

describe('A chargeback', () => {
  it('takes the payment from its merchant at once, and gives it back when it is won', async () => {
    const before = await desk.balance();
    const { session_id, providerId, chargeback_id } = await desk.raised(
      { reason: 'Goods not received' },
      { order_ref: 'order-1', metadata: { cart: '7' } },
    );
    expect(chargeback_id).toMatch(/^cb_live_[0-9A-Za-z]{22}$/);
    expect(await desk.detail(chargeback_id)).toMatchObject({
      session_id,
      status: 'opened',
      stage: 1,
      amount: 2500.5,
      currency: 'NGN',
      claimed_amount: 2500.5,
      debited_amount: 2500.5,
      owed_amount: 0,
      reason: 'Goods not received',
      decision: null,
      files: [],
    });
    expect([await desk.balance(), ...(await books())]).toEqual([before, 0, 250_050]);
    expect((await eventOf('chargeback.opened', chargeback_id)).data).toMatchObject({
      session_id,
      order_ref: 'order-1',
      metadata: { cart: '7' },
      is_test: false,
      amount: 2500.5,
    });
    const answered = await desk.respond(chargeback_id, {
      decision: 'contest',
      comment: 'Delivered on Monday',
    });
    expect(answered.body.chargeback).toMatchObject({ status: 'contested', decision: 'contest' });
    await platform.runJobs();
    expect(await desk.bank.row(providerId)).toEqual({
      status: 'declined',
      comment: 'Delivered on Monday',
      answers: 1,
    });
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'won' });
    expect([await desk.balance(), ...(await books())]).toEqual([before + 250_050, 0, 0]);
    await platform.runJobs();
    for (const name of ['chargeback.responded', 'chargeback.won'])
      expect((await eventOf(name, chargeback_id)).data).toMatchObject({ session_id });
    const history = await platform.get('business', 'transactions.php?action=list&type=chargeback', {
      token: merchant.token,
    });
    expect(history.body.data.data).toMatchObject([
      { type: 'chargeback', direction: 'credit', amount: 2500.5, reference: session_id },
      { type: 'chargeback', direction: 'debit', amount: 2500.5, reference: session_id },
    ]);
  });

  it('goes to the payer when it is accepted, and what the company collected falls', async () => {
    const { session_id, providerId, chargeback_id } = await desk.raised();
    const [balance, clearing] = [await desk.balance(), await desk.account('card-gateway-clearing')];
    const answered = await desk.respond(chargeback_id, { decision: 'accept' });
    expect(answered.body.chargeback).toMatchObject({ status: 'accepted', decision: 'accept' });
    expect([await desk.balance(), ...(await books())]).toEqual([balance, 0, 0]);
    expect(await desk.account('card-gateway-clearing')).toBe(clearing + 250_050);
    await platform.runJobs();
    expect(await desk.bank.row(providerId)).toMatchObject({ status: 'accepted', answers: 1 });
    expect((await eventOf('chargeback.lost', chargeback_id)).data).toMatchObject({ status: 'accepted' });
    const refused = await desk.refund(session_id);
    expect([outcomeOf(refused), refused.body.chargeback_id]).toEqual(['409 INVALID_STATE', chargeback_id]);
  });

  it('is lost by silence', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'lost', decision: null });
    expect(await books()).toEqual([0, 0]);
  });

  it('refuses payouts where it is above the balance, until it is collected, and gives back all when it is won', async () => {
    const poor = await platform.merchant();
    const theirs = new ChargebackDesk(platform, poor);
    const session_id = await theirs.paid();
    await theirs.spend(2000);
    const left = await theirs.balance();
    const { providerId, chargeback_id } = await theirs.raisedOf(session_id);
    const owed = 250_050 - left;
    expect(await theirs.detail(chargeback_id)).toMatchObject({ owed_amount: owed / 100 });
    expect([await theirs.balance(), ...(await books())]).toEqual([0, -owed, 250_050]);
    await theirs.settled();
    const payout = { method: 'bank', amount: 1, currency: 'NGN', pin: poor.pin };
    const refused = [
      await platform.post('business', 'payout.php?action=initiate', payout, { token: poor.token }),
      await theirs.transfer((await platform.signUp()).usertag, 1),
      await platform.post(
        'business',
        'wallet.php?action=transfer',
        { recipient: merchant.usertag, amount: 1 },
        { key: poor.live.secret_key },
      ),
      await theirs.refund(await theirs.paid({ amount: 1 })),
    ];
    for (const answer of refused)
      expect([outcomeOf(answer), answer.body.owed]).toEqual([
        '409 INVALID_STATE',
        [{ currency: 'NGN', amount: owed / 100 }],
      ]);
    // What comes in is taken first: of one payment a part, of the next the rest.
    await platform.runJobs();
    expect(await theirs.detail(chargeback_id)).toMatchObject({ owed_amount: (owed - 100) / 100 });
    expect(await theirs.balance()).toBe(0);
    await theirs.paid({ amount: 3000 });
    await platform.runJobs();
    expect(await theirs.detail(chargeback_id)).toMatchObject({ owed_amount: 0 });
    expect([await theirs.balance(), ...(await books())]).toEqual([300_100 - owed, 0, 250_050]);
    await theirs.settled();
    expect(outcomeOf(await theirs.transfer(merchant.usertag, 1))).toBe('200 OK');
    const before = await theirs.balance();
    await theirs.bank.decide(providerId, 'won');
    await theirs.bank.read();
    expect([await theirs.balance(), ...(await books())]).toEqual([before + 250_050, 0, 0]);
  });

  it('gives back what was taken and no more where it is won while something is owed', async () => {
    const poor = new ChargebackDesk(platform, await platform.merchant());
    const session_id = await poor.paid();
    await poor.spend(2000);
    const left = await poor.balance();
    const { providerId } = await poor.raisedOf(session_id);
    await poor.bank.decide(providerId, 'won');
    await poor.bank.read();
    expect([await poor.balance(), ...(await books())]).toEqual([left, 0, 0]);
    await poor.settled();
    expect(outcomeOf(await poor.transfer(merchant.usertag, 1))).toBe('200 OK');
  });

  it('is opened again in a second stage, and answered again', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await desk.respond(chargeback_id, { decision: 'contest', comment: 'Delivered' });
    await platform.runJobs();
    await desk.bank.decide(providerId, 'initiated', { again: true });
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'opened', stage: 2, decision: null });
    expect(await books()).toEqual([0, 250_050]);
    await desk.respond(chargeback_id, { decision: 'contest', comment: 'Delivered, as the receipt shows' });
    await platform.runJobs();
    expect(await desk.bank.row(providerId)).toMatchObject({ status: 'declined', answers: 2 });
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'lost', stage: 2 });
    expect(await books()).toEqual([0, 0]);
  });

  it('is taken anew where it was won and is opened in a second stage', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    await desk.bank.decide(providerId, 'initiated', { again: true });
    await desk.bank.read();
    const list = (await desk.read('list&per_page=1')).body.data.data as {
      chargeback_id: string;
      stage: number;
    }[];
    expect(list).toMatchObject([{ stage: 2, status: 'opened' }]);
    expect(list[0]!.chargeback_id).not.toBe(chargeback_id);
    expect(await books()).toEqual([0, 250_050]);
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
  });
});

describe('business.php?section=chargebacks', () => {
  it('shows chargebacks to keys with charges:read, which cannot answer them', async () => {
    const { chargeback_id, session_id } = await desk.raised();
    const key = { key: merchant.live.secret_key };
    const list = await desk.read(`list&session_id=${session_id}&status=opened`, key);
    expect(list.body.data.data).toMatchObject([{ chargeback_id }]);
    expect(await desk.detail(chargeback_id, key)).toMatchObject({ chargeback_id });
    const answered = await desk.respond(chargeback_id, { decision: 'accept' }, key);
    expect(outcomeOf(answered)).toBe('403 SESSION_REQUIRED');
  });

  it('takes one answer: with the PIN, by the owner, in time', async () => {
    const { chargeback_id } = await desk.raised({ hours: 10 });
    const stranger = await platform.merchant();
    const as = { token: stranger.token };
    const accept = { decision: 'accept' };
    expect(outcomeOf(await desk.respond(chargeback_id, accept, as))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await desk.read(`detail&chargeback_id=${chargeback_id}`, as))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await desk.respond(chargeback_id, { ...accept, pin: '0000' }))).toBe('403 INVALID_PIN');
    expect(outcomeOf(await desk.respond(chargeback_id, { decision: 'contest' }))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect(outcomeOf(await desk.respond(chargeback_id, { decision: 'other' }))).toBe('400 VALIDATION_ERROR');
    const long = { decision: 'contest', comment: 'x'.repeat(2_001) };
    expect(outcomeOf(await desk.respond(chargeback_id, long))).toBe('400 VALIDATION_ERROR');
    const files = { decision: 'contest', file_ids: ['019a5c1e-4df9-74af-9540-952eca230eb1'] };
    expect(outcomeOf(await desk.respond(chargeback_id, files))).toBe('400 VALIDATION_ERROR');
    const contest = { decision: 'contest', comment: 'Delivered' };
    const answers = await Promise.all([1, 2, 3].map(() => desk.respond(chargeback_id, contest)));
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE', '409 INVALID_STATE']);
  });

  it('refuses an answer after the company takes none', async () => {
    const { chargeback_id } = await desk.raised({ hours: 1 });
    platform.clock.advance({ minutes: 61 });
    await desk.signIn();
    const late = await desk.respond(chargeback_id, { decision: 'contest', comment: 'Delivered' });
    expect(outcomeOf(late)).toBe('409 INVALID_STATE');
  });
});

describe('a chargeback of a refunded payment', () => {
  it('refuses refunds while it is open', async () => {
    const { session_id, chargeback_id } = await desk.raised();
    const refused = await desk.refund(session_id, { amount: 1 });
    expect([outcomeOf(refused), refused.body.chargeback_id]).toEqual(['409 INVALID_STATE', chargeback_id]);
  });

  it('takes what is left of a payment that was refunded in part, and contests the rest with the refund', async () => {
    const session_id = await desk.paid();
    const refund = await desk.refund(session_id, { amount: 1000.5 });
    const refundId = refund.body.refund.refund_id as string;
    const before = await desk.balance();
    const { providerId, chargeback_id } = await desk.raisedOf(session_id);
    expect(await desk.detail(chargeback_id)).toMatchObject({
      amount: 1500,
      claimed_amount: 2500.5,
      debited_amount: 1500,
    });
    expect(await desk.balance()).toBe(before - 150_000);
    expect(await desk.causes(providerId)).toEqual(['beyond-payment']);
    const accepted = await desk.respond(chargeback_id, { decision: 'accept' });
    expect([outcomeOf(accepted), accepted.body.refund_ids]).toEqual(['409 INVALID_STATE', [refundId]]);
    await desk.respond(chargeback_id, { decision: 'contest', comment: 'A part was refunded' });
    await platform.runJobs();
    const sent = await desk.bank.row(providerId);
    expect(sent.comment).toBe(`A part was refunded\nRefunded already: ${refundId}`);
    const losses = await desk.account('chargeback-losses');
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    // The service bears what was demanded a second time.
    expect(await desk.account('chargeback-losses')).toBe(losses - 100_050);
  });

  it('takes nothing of a payment that was refunded in whole', async () => {
    const session_id = await desk.paid();
    await desk.refund(session_id);
    const before = await desk.balance();
    const { providerId, chargeback_id } = await desk.raisedOf(session_id);
    expect(await desk.detail(chargeback_id)).toMatchObject({ amount: 0, debited_amount: 0, owed_amount: 0 });
    expect(await desk.balance()).toBe(before);
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(await desk.balance()).toBe(before);
  });

  it('can be refunded again once it is won', async () => {
    const { session_id, providerId } = await desk.raised();
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(outcomeOf(await desk.refund(session_id))).toBe('200 OK');
  });
});
