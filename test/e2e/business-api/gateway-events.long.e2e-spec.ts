import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank, Depositor, OTP } from './card-deposits';

let platform: Platform;
let bank: Bank;
let shop: Depositor;

beforeAll(async () => {
  platform = await startPlatform();
  bank = new Bank(platform);
  const merchant = await platform.merchant();
  // A key outlives the hours these tests let pass; a session does not.
  shop = new Depositor(platform, merchant.id, { key: merchant.live.secret_key });
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

/** A charge that the bank approved without sending an event. */
async function approvedInSilence(fields: object = {}) {
  const { body: waiting } = await shop.charge(CARDS.challenge, fields);
  await bank.loseEvents();
  const returned = await bank.decide(waiting.redirect_url, 'approve');
  const id = returned.searchParams.get('transaction_id')!;
  return {
    txRef: waiting.tx_ref as string,
    id,
    data: { id: Number(id), tx_ref: waiting.tx_ref, status: 'successful' },
  };
}

/** Lets time pass, and everything that is due by then happen. */
async function pass(minutes: number): Promise<void> {
  platform.clock.advance({ minutes });
  await platform.runJobs();
}

describe('POST gateway-events.php', () => {
  it('answers exactly 200 with the right hash, and the deposit is credited', async () => {
    const { txRef, data } = await approvedInSilence();
    const { status, body } = await bank.report(data);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await shop.credits(txRef)).toEqual(['5000']);
  });

  it.each<[string, string | null]>([
    ['a wrong hash', 'development-only-gateway-event-hash'],
    ['an empty hash', ''],
    ['no hash', null],
  ])('answers 401 with %s and changes nothing', async (_, hash) => {
    const { txRef, data } = await approvedInSilence();
    const { status, body } = await bank.report(data, { hash });
    expect([status, body.error_code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await shop.credits(txRef)).toEqual([]);
  });

  it('credits once when it is replayed fifty times, all at once', async () => {
    const { txRef, data } = await approvedInSilence();
    const before = Number(await shop.balance());
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.report(data)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await shop.credits(txRef)).toEqual(['5000']);
    expect(Number(await shop.balance())).toBe(before + 50);
  });

  it('answers 200 fifty times at once to events about a charge that still waits', async () => {
    const { body: waiting } = await shop.charge(CARDS.challenge);
    const data = { id: 1, tx_ref: waiting.tx_ref, status: 'pending' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.report(data)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await shop.row(waiting.tx_ref)).toMatchObject({ status: 'awaiting' });
  });

  it('credits nothing for an event that says success for a charge that still waits', async () => {
    const { body: waiting } = await shop.charge(CARDS.challenge);
    const data = {
      id: 1,
      tx_ref: waiting.tx_ref,
      status: 'successful',
      amount: 1e6,
      charged_amount: 1e6,
      currency: 'USD',
    };
    expect((await bank.report(data)).status).toBe(200);
    expect(await shop.row(waiting.tx_ref)).toMatchObject({ status: 'awaiting' });
    expect(await shop.credits(waiting.tx_ref)).toEqual([]);
  });

  it('credits what the gateway says when it is asked, and not what the event says', async () => {
    const { txRef, data } = await approvedInSilence({ amount: 12 });
    await bank.report({ ...data, amount: 999_999, charged_amount: 999_999, currency: 'USD', id: 'other' });
    expect(await shop.credits(txRef)).toEqual(['1200']);
    expect(await shop.row(txRef)).toMatchObject({ credited_currency: 'NGN', credited_minor: '1200' });
  });

  it('credits only what belongs to the reference of an event with the transaction of another deposit', async () => {
    const { txRef, id } = await approvedInSilence();
    const { body: waiting } = await shop.charge(CARDS.challenge);
    await bank.report({ id: Number(id), tx_ref: waiting.tx_ref, status: 'successful' });
    expect(await shop.credits(waiting.tx_ref)).toEqual([]);
    expect(await shop.credits(txRef)).toEqual([]);
  });

  it.each<[string, object]>([
    ['is unknown', { id: 1, tx_ref: 'order-1' }],
    ['of a deposit that never was', { id: 1, tx_ref: `dep_${'0'.repeat(22)}` }],
    ['with a charge that never was', { id: 1, tx_ref: `dep_${'0'.repeat(22)}-7` }],
    ['that is no text', { id: 1, tx_ref: ['dep_'] }],
    ['with SQL in it', { id: 1, tx_ref: "dep_'; DROP TABLE deposits;--" }],
    ['with a NUL in it', { id: 1, tx_ref: 'dep_\u0000' }],
    ['and nothing else', {}],
  ])('acknowledges and drops an event about a reference %s', async (_, data) => {
    expect((await bank.report(data)).status).toBe(200);
  });

  it('asks the gateway to send again while it cannot be asked back', async () => {
    const { txRef, data } = await approvedInSilence();
    await bank.fallSilent();
    const { status } = await bank.report(data);
    expect(status).toBe(502);
    await bank.clearFaults();
    expect((await bank.report(data)).status).toBe(200);
    expect(await shop.credits(txRef)).toEqual(['5000']);
  });

  it('is no action of the reference, takes no GET, and has no credentials to lose', async () => {
    const reference = await (await fetch(`${platform.urls.business}/docs/openapi.json`)).text();
    expect(reference).not.toContain('gateway-events');
    expect((await platform.get('business', 'gateway-events.php')).body.error_code).toBe(
      'METHOD_NOT_SUPPORTED',
    );
  });

  it('never reaches a live deposit on the sandbox host, whatever the test company says of it', async () => {
    const { body: waiting } = await shop.charge(CARDS.challenge);
    await platform.sql(
      `INSERT INTO simulator.charges (mode, tx_ref, gw_ref, status, amount_minor, charged_minor, currency, email, brand,
         last4, processor_response, created_at, completed_at)
       SELECT 'test', tx_ref, 'T-' || gw_ref, 'successful', amount_minor, charged_minor, currency, email, brand, last4,
              'Approved', created_at, created_at FROM simulator.charges WHERE tx_ref = $1`,
      [waiting.tx_ref],
    );
    const { status } = await bank.report({ id: 1, tx_ref: waiting.tx_ref }, { host: 'sandbox' });
    expect(status).toBe(200);
    expect(await shop.credits(waiting.tx_ref)).toEqual([]);
  });
});

describe('an answer that is lost on its way', () => {
  it.each(['503-after', 'drop-connection', 'garbage'])(
    'is asked for at once after %s, and the answer is the truth',
    async (kind) => {
      await bank.order(kind);
      const { status, body } = await shop.charge(CARDS.approved);
      expect([status, body.status]).toEqual([200, 'successful']);
      expect(await bank.transactions(body.tx_ref)).toHaveLength(1);
      expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
    },
  );

  it('leaves the deposit pending if every question is lost too: the job credits it once without an event', async () => {
    await bank.loseEvents();
    await bank.order('503-after');
    await bank.fallSilent();
    const { status, body } = await shop.charge(CARDS.approved);
    expect([status, body.status, body.auth_mode, body.gw_ref]).toEqual([200, 'pending', null, null]);
    expect(await shop.credits(body.tx_ref)).toEqual([]);
    const refused = await shop.charge(CARDS.approved, { tx_ref: body.tx_ref });
    expect(refused.body.error_code).toBe('INVALID_STATE');
    await bank.clearFaults();
    await pass(2);
    expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
    await pass(2);
    expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
    expect(await bank.transactions(body.tx_ref)).toHaveLength(1);
  });

  it('is settled by verify-gateway without a transaction_id, too', async () => {
    await bank.loseEvents();
    await bank.order('503-after');
    await bank.fallSilent();
    const { body } = await shop.charge(CARDS.approved);
    expect(body.status).toBe('pending');
    await bank.clearFaults();
    expect((await shop.verify(body.tx_ref)).body).toMatchObject({ status: 'successful', credited: true });
    expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
  });

  it('leaves a deposit pending after a code, and is then credited once', async () => {
    await bank.loseEvents();
    const { body: waiting } = await shop.charge(CARDS.otp);
    await bank.order('503-after', 'validate');
    await bank.fallSilent();
    const { status, body } = await shop.validate(waiting.gw_ref, OTP);
    expect([status, body.status, body.auth_mode]).toEqual([200, 'pending', null]);
    await bank.clearFaults();
    await pass(2);
    expect(await shop.credits(waiting.tx_ref)).toEqual(['5000']);
  });

  it('is 502 for a verification, and the key may ask again', async () => {
    const { txRef } = await approvedInSilence();
    await bank.fallSilent();
    const options = { idempotencyKey: `verify-${txRef}` };
    const lost = await shop.verify(txRef, undefined, options);
    expect([lost.status, lost.body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
    await bank.clearFaults();
    expect((await shop.verify(txRef, undefined, options)).body.credited).toBe(true);
  });
});

describe('a request that never arrived', () => {
  it.each(['503-before', 'drop-before'])(
    'leaves the deposit pending after %s, failed after half an hour, and then charged anew',
    async (kind) => {
      await bank.order(kind);
      const { status, body } = await shop.charge(CARDS.approved);
      expect([status, body.status]).toEqual([200, 'pending']);
      await pass(2);
      expect((await shop.verify(body.tx_ref)).body.status).toBe('pending');
      await pass(40);
      expect((await shop.verify(body.tx_ref)).body).toMatchObject({ status: 'failed', credited: false });
      const again = await shop.charge(CARDS.approved, { tx_ref: body.tx_ref });
      expect(again.body.status).toBe('successful');
      expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
    },
  );

  it('fails no deposit while the gateway does not answer, however long', async () => {
    const { txRef } = await approvedInSilence();
    await bank.fallSilent();
    for (let hours = 0; hours < 30; hours += 6) await pass(6 * 60);
    expect(await shop.row(txRef)).toMatchObject({ status: 'awaiting' });
    await bank.clearFaults();
    await pass(60);
    expect(await shop.credits(txRef)).toEqual(['5000']);
  });
});

describe('a request that the gateway refuses to take', () => {
  it('is 502 and charges nothing; the same key may try again, under a reference of its own', async () => {
    const { body: opened } = await shop.init();
    // The company takes no reference that it knows as paid.
    await platform.sql(
      `INSERT INTO simulator.charges (mode, tx_ref, gw_ref, status, amount_minor, charged_minor, currency, email, brand,
         last4, processor_response, created_at, completed_at)
       VALUES ('live', $1, $2, 'successful', 1, 1, 'NGN', 'x@example.com', 'visa', '0000', 'Approved', now(), now())`,
      [opened.tx_ref, `SIM-${opened.tx_ref}`],
    );
    const options = { idempotencyKey: `refused-${opened.tx_ref}` };
    const refused = await shop.charge(CARDS.approved, { tx_ref: opened.tx_ref }, options);
    expect([refused.status, refused.body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
    expect(await shop.row(opened.tx_ref)).toMatchObject({ status: 'failed', check_at: null });
    const again = await shop.charge(CARDS.approved, { tx_ref: opened.tx_ref }, options);
    expect([again.status, again.body.status]).toEqual([200, 'successful']);
    expect(await bank.transactions(`${opened.tx_ref}-2`)).toHaveLength(1);
    expect(await shop.credits(opened.tx_ref)).toEqual(['5000']);
  });
});

describe('a buyer who never comes back', () => {
  it('is credited once by the job after an approval', async () => {
    const { txRef } = await approvedInSilence();
    await pass(2);
    expect(await shop.credits(txRef)).toEqual(['5000']);
  });

  it.each([CARDS.otp, CARDS.pin, CARDS.challenge])(
    'leaves the deposit by card %s to fail and to be charged anew',
    async (card) => {
      const { body: waiting } = await shop.charge(card);
      await pass(40);
      // The bank gives the buyer up by a clock of its own; then the gateway says so.
      await eventually(async () => {
        await pass(60);
        return (await shop.row(waiting.tx_ref)).status === 'failed';
      });
      expect(await shop.credits(waiting.tx_ref)).toEqual([]);
      expect((await shop.charge(CARDS.approved, { tx_ref: waiting.tx_ref })).body.status).toBe('successful');
    },
  );
});

describe('a gateway that reports oddly', () => {
  it('credits once when it reports twice', async () => {
    await bank.order('duplicate-event');
    const { body } = await shop.charge(CARDS.approved);
    await eventually(async () => {
      const rows = await platform.sql(
        `SELECT 1 FROM simulator.events e JOIN simulator.charges c ON c.id = e.charge_id WHERE c.tx_ref = $1 AND e.state = 'sent'`,
        [body.tx_ref],
      );
      return rows.length === 2;
    });
    expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
  });

  it('credits once when it reports before it answers, and the answer shows it', async () => {
    await bank.order('event-before-answer');
    const { body } = await shop.charge(CARDS.approved);
    expect(body.status).toBe('successful');
    expect(await shop.credits(body.tx_ref)).toEqual(['5000']);
  });

  it('credits and shows what it charged when that is less than was asked', async () => {
    await bank.order('amount-mismatch');
    const { body } = await shop.charge(CARDS.approved);
    expect(body.status).toBe('successful');
    expect(await shop.credits(body.tx_ref)).toEqual(['4900']);
    expect((await shop.verify(body.tx_ref)).body).toMatchObject({
      amount: 49,
      currency: 'NGN',
      credited: true,
    });
    expect(await shop.row(body.tx_ref)).toMatchObject({ amount_minor: '5000', credited_minor: '4900' });
  });

  it('credits nothing for a success that charged nothing, and the deposit is not stuck', async () => {
    await bank.order('amount-mismatch');
    const { status, body } = await shop.charge(CARDS.approved, { amount: 1 });
    expect([status, body.error_code]).toEqual([400, 'CARD_DECLINED']);
    expect(await shop.credits(body.tx_ref)).toEqual([]);
  });
});

describe('money of a charge that was abandoned', () => {
  it('is credited as a second payment, beside the one that took its place', async () => {
    const { body: waiting } = await shop.charge(CARDS.challenge);
    // As after a day without an end: given up here, open at the bank.
    await platform.sql(
      `UPDATE deposits SET status = 'failed', check_at = NULL, version = version + 1 WHERE tx_ref = $1`,
      [waiting.tx_ref],
    );
    const { body: second } = await shop.charge(CARDS.approved, { tx_ref: waiting.tx_ref });
    expect(second.status).toBe('successful');
    const [first] = await bank.transactions(waiting.tx_ref);
    await bank.loseEvents();
    await bank.decide(waiting.redirect_url, 'approve');
    for (let i = 0; i < 3; i++) await bank.report({ id: Number(first!.id), tx_ref: waiting.tx_ref });
    expect(await shop.credits(waiting.tx_ref)).toEqual(['5000', '5000']);
    const [third] = await bank.transactions(`${waiting.tx_ref}-2`);
    expect(await shop.row(waiting.tx_ref)).toMatchObject({ credited_transactions: [third!.id, first!.id] });
  });
});
