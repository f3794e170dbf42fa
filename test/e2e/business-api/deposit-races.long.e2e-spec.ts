import { PaymentGatewaysService } from '@app/charges';
import { CARDS } from '../../support/test-cards';
import type { HttpAnswer } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank, Depositor, OTP, persistently } from './card-deposits';

let platform: Platform;
let bank: Bank;
let ada: Depositor;
let hosts: string[];

beforeAll(async () => {
  platform = await startPlatform({ secondBusiness: true });
  bank = new Bank(platform);
  const { id, token } = await platform.signUp();
  ada = new Depositor(platform, id, { token });
  hosts = ['business', await platform.secondBusinessUrl(), 'app'];
});

afterEach(async () => {
  await bank.clearFaults();
  await bank.findEvents();
});

afterAll(async () => {
  try {
    await bank?.rest();
    await platform?.verifyBooks();
  } finally {
    await platform?.stop();
  }
});

const times = (count: number, make: (index: number) => Promise<HttpAnswer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => persistently(() => make(index))));
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;

/** A charge that the bank approved without sending an event. */
async function approvedInSilence(fields: object = {}) {
  const { body: waiting } = await ada.charge(CARDS.challenge, fields);
  await bank.loseEvents();
  const returned = await bank.decide(waiting.redirect_url, 'approve');
  return { txRef: waiting.tx_ref as string, id: returned.searchParams.get('transaction_id')! };
}

describe('a confirmation that comes by every way at once', () => {
  it.each(['NGN', 'GHS'])(
    'credits %s once: verify-gateway, return and event, twenty times each, in three processes',
    async (currency) => {
      const before = Number((await ada.balance(currency)) ?? 0);
      const { txRef, id } = await approvedInSilence({ currency });
      const [byId, byReference, byEvent] = await Promise.all([
        times(20, (i) => ada.post('verify-gateway', { tx_ref: txRef, transaction_id: id }, {}, hosts[i % 3])),
        times(20, (i) => ada.post('verify-gateway', { tx_ref: txRef }, {}, hosts[i % 3])),
        times(20, (i) =>
          bank.report({ id: Number(id), tx_ref: txRef, status: 'successful' }, { host: hosts[i % 2] }),
        ),
      ]);
      expect(statuses([...byId, ...byReference, ...byEvent])).toEqual([200]);
      for (const { body } of [...byId, ...byReference]) {
        expect(body).toMatchObject({ status: 'successful', amount: 50, currency, credited: true });
      }
      expect(await ada.credits(txRef)).toEqual(['5000']);
      expect(Number(await ada.balance(currency))).toBe(before + 50);
      const confirmations = await platform.sql(
        `SELECT 1 FROM outbox WHERE type = 'deposit.confirmed' AND payload->>'txRef' = $1`,
        [txRef],
      );
      expect(confirmations).toHaveLength(1);
    },
  );

  it('credits once when it comes together with the job that asks after it', async () => {
    const { txRef, id } = await approvedInSilence();
    await platform.sql(`UPDATE deposits SET check_at = now() - interval '1 hour' WHERE tx_ref = $1`, [txRef]);
    await Promise.all([
      ...Array.from({ length: 3 }, () => platform.runJobs()),
      times(10, () => ada.verify(txRef, id)),
      times(10, () => bank.report({ id: Number(id), tx_ref: txRef })),
    ]);
    expect(await ada.credits(txRef)).toEqual(['5000']);
  });
});

describe('several requests about one deposit at once', () => {
  it('one charge reaches the gateway; the others are 409', async () => {
    const { body: opened } = await ada.init();
    const answers = await times(10, (i) =>
      ada.charge(
        CARDS.approved,
        { tx_ref: opened.tx_ref },
        { headers: { 'x-request-id': `race-charge-${i}` } },
      ),
    );
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 9]);
    const sent = await platform.sql('SELECT 1 FROM simulator.charges WHERE tx_ref LIKE $1', [
      `${opened.tx_ref}%`,
    ]);
    expect(sent).toHaveLength(1);
    expect(await ada.credits(opened.tx_ref)).toEqual(['5000']);
  });

  it('one code reaches the gateway; the others are 409: a wrong guess cannot be hidden among right ones', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    const answers = await times(10, () => ada.validate(waiting.gw_ref, OTP));
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 9]);
    expect(await ada.row(waiting.tx_ref)).toMatchObject({ tries: 1, status: 'successful' });
    expect(await ada.credits(waiting.tx_ref)).toEqual(['5000']);
  });

  it('twenty guesses at once are at most five tries', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    await platform.sql(`UPDATE simulator.charges SET awaits = 'challenge' WHERE gw_ref = $1`, [
      waiting.gw_ref,
    ]);
    await times(20, (i) => ada.validate(waiting.gw_ref, `00000${i % 10}`));
    const { tries } = await ada.row(waiting.tx_ref);
    expect(Number(tries)).toBeLessThanOrEqual(5);
    for (let i = 0; i < 6; i++) await ada.validate(waiting.gw_ref, '000000');
    expect(await ada.row(waiting.tx_ref)).toMatchObject({ tries: 5, status: 'failed' });
  });

  it('a bank approval and a decline of the buyer leave one of them in force', async () => {
    const { body: waiting } = await ada.charge(CARDS.challenge);
    await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => bank.decide(waiting.redirect_url, i % 2 ? 'approve' : 'decline')),
    );
    const { body } = await ada.verify(waiting.tx_ref);
    expect(await ada.credits(waiting.tx_ref)).toEqual(body.status === 'successful' ? ['5000'] : []);
  });
});

describe('several deposits into a wallet that is not there yet', () => {
  it('open one wallet and are all credited', async () => {
    const answers = await times(8, () => ada.charge(CARDS.approved, { currency: 'ZAR' }));
    expect(statuses(answers)).toEqual([200]);
    expect(await ada.balance('ZAR')).toBe('400.00');
    const wallets = await platform.sql(
      `SELECT 1 FROM wallets WHERE owner_id = $1 AND currency_code = 'ZAR'`,
      [ada.id],
    );
    expect(wallets).toHaveLength(1);
  });
});

describe('a process that dies between sending and answering', () => {
  /** As the crash leaves it: the key claimed long ago, and no answer to it. */
  const forget = (key: string) =>
    platform.sql(
      `UPDATE idempotency_keys SET status = NULL, body = NULL, claim = gen_random_uuid(),
              created_at = created_at - interval '2 minutes' WHERE key = $1`,
      [key],
    );

  it('charges no second time after the card was charged: the same key asks', async () => {
    await bank.loseEvents();
    await bank.order('503-after');
    await bank.fallSilent();
    const options = { idempotencyKey: 'died-after-sending' };
    const first = await ada.charge(CARDS.approved, {}, options);
    expect(first.body.status).toBe('pending');
    await bank.clearFaults();
    await forget('died-after-sending');
    const { status, body } = await ada.charge(CARDS.approved, {}, options);
    expect([status, body.status, body.tx_ref]).toEqual([200, 'successful', first.body.tx_ref]);
    expect(await bank.transactions(body.tx_ref)).toHaveLength(1);
    expect(await ada.credits(body.tx_ref)).toEqual(['5000']);
    const opened = await platform.sql(`SELECT 1 FROM deposits WHERE request_key LIKE '%died-after-sending'`);
    expect(opened).toHaveLength(1);
  });

  it('sends no second code after the code was sent: the same key asks', async () => {
    const { body: waiting } = await ada.charge(CARDS.otp);
    await bank.loseEvents();
    await bank.order('503-after', 'validate');
    await bank.fallSilent();
    const options = { idempotencyKey: 'died-after-the-code' };
    expect((await ada.validate(waiting.gw_ref, OTP, options)).body.status).toBe('pending');
    await bank.clearFaults();
    await forget('died-after-the-code');
    expect((await ada.validate(waiting.gw_ref, OTP, options)).body.status).toBe('successful');
    expect(await ada.row(waiting.tx_ref)).toMatchObject({ tries: 1 });
    expect(await ada.credits(waiting.tx_ref)).toEqual(['5000']);
  });

  it('fails the deposit before the charge was sent: the job finds that the gateway knows nothing', async () => {
    const { body: opened } = await ada.init();
    await platform.sql(
      `UPDATE deposits SET status = 'processing', attempts = 1, attempt_started_at = now() - interval '31 minutes',
              check_at = now() - interval '30 minutes', version = version + 1 WHERE tx_ref = $1`,
      [opened.tx_ref],
    );
    await platform.runJobs();
    expect(await ada.row(opened.tx_ref)).toMatchObject({ status: 'failed', check_at: null });
  });
});

describe('the database', () => {
  it('holds a credited deposit to what it is', async () => {
    const { body } = await ada.charge(CARDS.approved);
    for (const change of ["status = 'failed'", 'credited_minor = 999900', "credited_currency = 'USD'"]) {
      await expect(
        platform.sql(`UPDATE deposits SET ${change} WHERE tx_ref = $1`, [body.tx_ref]),
      ).rejects.toThrow(/credited deposit/);
    }
  });

  it('refuses a sixth try, a zero amount, and an open charge without a time of its next check', async () => {
    const { body } = await ada.init();
    for (const change of ['tries = 6', 'amount_minor = 0', "status = 'processing'"]) {
      await expect(
        platform.sql(`UPDATE deposits SET ${change} WHERE tx_ref = $1`, [body.tx_ref]),
      ).rejects.toThrow(/check/);
    }
  });
});

it('asks the company about a charge once a second, for all callers and processes together', async () => {
  const { tx_ref } = (await ada.charge(CARDS.otp)).body as { tx_ref: string };
  const { gateway } = platform.inside('business', PaymentGatewaysService).gatewayOf('live');
  const questions = jest.spyOn(Object.getPrototypeOf(gateway) as typeof gateway, 'transactionByRef');
  const began = performance.now();
  const answers = await times(30, (index) =>
    ada.post('verify-gateway', { tx_ref }, {}, hosts[index % hosts.length]),
  );
  const seconds = (performance.now() - began) / 1000;
  const asked = questions.mock.calls.filter(([reference]) => reference === tx_ref).length;
  questions.mockRestore();
  expect(answers.map(({ body }) => body.status ?? body)).toEqual(Array(30).fill('pending'));
  // One at the beginning, and one for each second that has passed since.
  expect(asked).toBeLessThanOrEqual(1 + Math.floor(seconds));
  expect(asked).toBeGreaterThan(0);
});
