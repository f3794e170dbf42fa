import { CARDS } from '../../support/test-cards';
import { outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Bank, Depositor } from '../business-api/card-deposits';
import { ChargebackDesk } from './desk';

let platform: Platform;
let desk: ChargebackDesk;
let bank: Bank;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  await platform.holdJobs();
  desk = new ChargebackDesk(platform, await platform.merchant());
  bank = new Bank(platform);
});
beforeEach(() => desk.signIn());
afterEach(() => bank.clearFaults());
afterAll(() => platform?.proveAndStop());

const books = async () => [await desk.account('chargebacks-owed'), await desk.account('chargebacks-held')];
const known = async (providerId: string) =>
  (
    await platform.sql<{ id: string; status: string }>(
      'SELECT chargeback_id AS id, status FROM chargebacks WHERE provider_id = $1 ORDER BY stage',
      [providerId],
    )
  ).map(({ id, status }) => ({ id, status }));
const transactionOf = async (session_id: string) => {
  const [row] = await platform.sql<{ id: string }>(
    `SELECT a.gateway_transaction_id AS id FROM checkout_attempts a JOIN checkout_sessions s ON s.attempt_id = a.id
      WHERE s.session_id = $1`,
    [session_id],
  );
  return row!.id;
};

describe('The company', () => {
  it('can name a chargeback to several readers at once, and it is taken once', async () => {
    const before = await books();
    const providerId = await desk.bank.raise(await transactionOf(await desk.paid()));
    await Promise.all([1, 2, 3, 4].map(() => desk.bank.read()));
    expect(await known(providerId)).toHaveLength(1);
    expect(await books()).toEqual([before[0], before[1]! + 250_050]);
    await desk.bank.decide(providerId, 'won');
    await Promise.all([1, 2, 3].map(() => desk.bank.read()));
    expect(await books()).toEqual(before);
  });

  it('can be silent for days, and what it raised meanwhile is found', async () => {
    await bank.order('503-before', 'chargeback', 1000);
    const providerId = await desk.bank.raise(await transactionOf(await desk.paid()), { hours: 400 });
    expect(await desk.bank.read()).toBe(0);
    platform.clock.advance({ days: 9 });
    expect(await desk.bank.read()).toBe(0);
    expect(await known(providerId)).toEqual([]);
    await bank.clearFaults();
    // Rates of nine days ago are too old.
    await platform.runJobs();
    const [found] = await known(providerId);
    expect(found).toMatchObject({ status: 'opened' });
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
  });

  it('can have decided a chargeback before it is read: it is booked and ends at once', async () => {
    const before = [await desk.balance(), ...(await books())];
    const providerId = await desk.bank.raise(await transactionOf(await desk.paid()));
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    expect(await known(providerId)).toMatchObject([{ status: 'lost' }]);
    expect([await desk.balance(), ...(await books())]).toEqual(before);
  });

  it.each([
    ['zero', { amount: '0' }],
    ['below zero', { amount: '-25' }],
    ['no number', { amount: 'much' }],
    ['in another currency', { currency: 'USD' }],
    ['in no currency', { currency: 'XXX' }],
  ])('can demand an amount that is %s: staff are alerted, and nothing is booked', async (_, fields) => {
    const before = [await desk.balance(), ...(await books())];
    const session_id = await desk.paid();
    const providerId = await desk.bank.raise(await transactionOf(session_id), fields);
    await desk.bank.read();
    await desk.bank.read();
    expect(await known(providerId)).toEqual([]);
    expect(await desk.causes(providerId)).toEqual(['unclear-report']);
    expect([await desk.balance(), ...(await books())]).toEqual([before[0]! + 250_050, ...before.slice(1)]);
  });

  it('can name a transaction that credited no owner: staff are alerted, and nothing is booked', async () => {
    const providerId = await desk.bank.raise('987654321', { amount: '25' });
    await desk.bank.read();
    expect(await known(providerId)).toEqual([]);
    expect(await desk.causes(providerId)).toEqual(['unknown-transaction']);
  });

  it('can use a word that is not known: staff are alerted once, and nothing is guessed', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await desk.bank.decide(providerId, 'partially-accepted');
    for (let n = 0; n < 2; n++) await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'opened' });
    expect(await desk.causes(providerId)).toEqual(['unclear-report']);
    const settled = await desk.decide('settle', chargeback_id, { outcome: 'won' });
    expect(settled.body.chargeback).toMatchObject({ status: 'won' });
    expect(outcomeOf(await desk.decide('settle', chargeback_id, { outcome: 'lost' }))).toBe(
      '409 INVALID_STATE',
    );
  });

  it('can report another end than the one that is booked: staff are alerted, and the end stays', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    const before = [await desk.balance(), ...(await books())];
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'lost' });
    expect(await desk.causes(providerId)).toEqual(['contradiction']);
    expect([await desk.balance(), ...(await books())]).toEqual(before);
  });
});

describe('The answer to a chargeback', () => {
  it('is sent again where its reply is lost, and the company has it once', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await bank.order('drop-connection', 'chargeback-answer');
    await desk.respond(chargeback_id, { decision: 'contest', comment: 'Delivered' });
    await platform.runJobs();
    expect(await desk.bank.row(providerId)).toMatchObject({ status: 'declined', answers: 1 });
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect(await desk.bank.row(providerId)).toMatchObject({ status: 'declined', answers: 2 });
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect((await desk.bank.row(providerId)).answers).toBe(2);
    expect(await desk.causes(providerId)).toEqual([]);
  });

  it('is for staff where the company refuses it, and what the company has counts', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    // It was accepted on the pages of the company.
    await desk.bank.decide(providerId, 'accepted');
    await desk.respond(chargeback_id, { decision: 'contest', comment: 'Delivered' });
    await platform.runJobs();
    expect(await desk.causes(providerId)).toEqual(['answer-not-taken']);
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'accepted' });
  });

  it('is not sent again where the company has decided already', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    await desk.bank.decide(providerId, 'won');
    await desk.respond(chargeback_id, { decision: 'contest', comment: 'Delivered' });
    await platform.runJobs();
    expect(await desk.causes(providerId)).toEqual([]);
    await desk.bank.read();
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'won' });
  });

  it('is given by finance for an owner', async () => {
    const { providerId, chargeback_id } = await desk.raised();
    const given = await desk.decide('answer', chargeback_id, { decision: 'contest', comment: 'By finance' });
    expect(given.body.chargeback).toMatchObject({ status: 'contested' });
    await platform.runJobs();
    expect(await desk.bank.row(providerId)).toMatchObject({ status: 'declined', comment: 'By finance' });
  });

  it('is asked for once, twelve hours before it is too late', async () => {
    const { chargeback_id } = await desk.raised({ hours: 20 });
    const reminders = async () =>
      (
        await platform.sql(
          `SELECT 1 FROM outbox WHERE type = 'chargeback.due-soon' AND payload->>'chargebackId' = $1`,
          [chargeback_id],
        )
      ).length;
    await platform.runJobs();
    expect(await reminders()).toBe(0);
    platform.clock.advance({ hours: 9 });
    for (let n = 0; n < 2; n++) await platform.runJobs();
    expect(await reminders()).toBe(1);
  });
});

describe('The owner of a payment', () => {
  it('owes all of it while the account is frozen, and pays when it works again', async () => {
    const frozen = new ChargebackDesk(platform, await platform.merchant());
    const before = await books();
    const session_id = await frozen.paid();
    await platform.people.freeze(frozen.merchant.id);
    const { chargeback_id } = await frozen.raisedOf(session_id);
    await platform.runJobs();
    expect(await books()).toEqual([before[0]! - 250_050, before[1]! + 250_050]);
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [frozen.merchant.id]);
    await platform.sessionChangesProcessed();
    await platform.runJobs();
    expect(await frozen.detail(chargeback_id)).toMatchObject({ owed_amount: 0 });
    expect([await frozen.balance(), ...(await books())]).toEqual([0, before[0], before[1]! + 250_050]);
  });

  it('owes all of it where the account is closed, until finance writes it off', async () => {
    const closing = new ChargebackDesk(platform, await platform.merchant());
    const session_id = await closing.paid({ amount: 25 });
    await closing.spend(24);
    const { token, password } = closing.merchant;
    const close = () =>
      platform.post('app', 'settings.php?action=close-account', { password, give_up_rest: true }, { token });
    const transaction = await transactionOf(session_id);
    const before = [...(await books()), await desk.account('chargeback-losses')];
    expect(outcomeOf(await close())).toBe('200 OK');
    const providerId = await closing.bank.raise(transaction);
    await closing.bank.read();
    const [{ id } = { id: '' }] = await known(providerId);
    expect(await books()).toEqual([before[0]! - 2500, before[1]! + 2500]);
    await platform.runJobs();
    const given = await desk.decide('write-off', id);
    expect(given.body.chargeback).toMatchObject({ owed_amount: 0, status: 'opened' });
    expect(await desk.account('chargeback-losses')).toBe(before[2]! - 2500);
    expect(outcomeOf(await desk.decide('write-off', id))).toBe('409 INVALID_STATE');
    await closing.bank.decide(providerId, 'won');
    await closing.bank.read();
    expect([...(await books()), await desk.account('chargeback-losses')]).toEqual(before);
  });

  it('cannot close the account while a chargeback is open', async () => {
    const owner = new ChargebackDesk(platform, await platform.merchant());
    await owner.raised({}, { amount: 25 });
    const { token, password } = owner.merchant;
    const closed = await platform.post('app', 'settings.php?action=close-account', { password }, { token });
    expect(outcomeOf(closed)).toBe('409 INVALID_STATE');
    expect(closed.text).toContain('1 open chargeback');
  });

  it('pays the share of the price, or the cost of today where that is more, and gets exactly that back', async () => {
    await setNairaRate(platform, 'USD', '1600');
    const session_id = await desk.paid({ amount: 10, currency: 'USD' });
    await desk.paid({ amount: 10, currency: 'USD' });
    const before = await desk.balance('USD');
    await setNairaRate(platform, 'USD', '1500');
    const { providerId, chargeback_id } = await desk.raisedOf(session_id);
    const { amount, claimed_amount, claimed_currency, debited_amount } = await desk.detail(chargeback_id);
    expect([amount, claimed_amount, claimed_currency]).toEqual([10, 16_000, 'NGN']);
    expect(debited_amount).toBeGreaterThan(10);
    expect(await desk.balance('USD')).toBe(before - Math.round(debited_amount * 100));
    await setNairaRate(platform, 'USD', '1700');
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(await desk.balance('USD')).toBe(before);
  });

  it('is the depositor where a deposit by card is taken back', async () => {
    const person = await platform.signUp();
    const depositor = new Depositor(platform, person.id, { token: person.token });
    const { body } = await depositor.charge(CARDS.approved);
    expect(await depositor.balance()).toBe('50.00');
    const providerId = await desk.bank.raise(String(body.transaction_id));
    await desk.bank.read();
    expect(await depositor.balance()).toBe('0.00');
    const list = await desk.read('list', { token: person.token });
    expect(list.body.data.data).toMatchObject([
      { deposit_ref: body.tx_ref, session_id: null, amount: 50, status: 'opened' },
    ]);
    await desk.bank.decide(providerId, 'won');
    await desk.bank.read();
    expect(await depositor.balance()).toBe('50.00');
  });

  it('pays what a refund under way covered, where that refund fails after the chargeback was opened', async () => {
    const session_id = await desk.paid();
    const { body } = await desk.refund(session_id, { amount: 1000.5 });
    const { providerId, chargeback_id } = await desk.raisedOf(session_id);
    expect(await desk.detail(chargeback_id)).toMatchObject({ amount: 1500, debited_amount: 1500 });
    const before = await desk.balance();
    const { token } = await platform.staff('finance');
    const fail = { refund_id: body.refund.refund_id, reason: 'It was not sent', not_sent: true };
    await platform.post('business', 'admin.php?section=refunds&action=fail', fail, { token });
    await platform.runJobs();
    expect(await desk.detail(chargeback_id)).toMatchObject({
      amount: 2500.5,
      debited_amount: 2500.5,
      owed_amount: 0,
    });
    expect(await desk.balance()).toBe(before);
    const losses = await desk.account('chargeback-losses');
    await desk.bank.decide(providerId, 'lost');
    await desk.bank.read();
    expect(await desk.account('chargeback-losses')).toBe(losses);
  });

  it('pays once where refunds and a chargeback of the same payment come at once', async () => {
    for (let round = 0; round < 4; round++) {
      const session_id = await desk.paid();
      const providerId = await desk.bank.raise(await transactionOf(session_id));
      const [refunds] = await Promise.all([
        Promise.all([1, 2, 3].map(() => desk.refund(session_id, { amount: 1000 }))),
        desk.bank.read(),
      ]);
      await desk.bank.read();
      const refunded = refunds.filter(({ status }) => status === 200).length;
      const [row] = await platform.sql<{ charge: string }>(
        'SELECT charge_minor::text AS charge FROM chargebacks WHERE provider_id = $1',
        [providerId],
      );
      expect(Number(row!.charge)).toBe(250_050 - refunded * 100_000);
      await desk.bank.decide(providerId, 'lost');
      await desk.bank.read();
    }
    await platform.runJobs();
  });
});
