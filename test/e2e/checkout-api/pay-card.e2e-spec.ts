import { randomUUID } from 'node:crypto';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { Bank, persistently } from '../business-api/card-deposits';
import { card, Shop, tokenOf } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;
let bank: Bank;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  // The clock moves past the time of open payments, about which a job asks each minute.
  await platform.holdJobs();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  bank = new Bank(platform);
});

afterAll(() => platform?.proveAndStop());

const buyerOf = (session: { checkout_url: string }) => ({ sessionToken: tokenOf(session) });

/** Journals booked for a session. */
const journals = ({ session_id }: { session_id: string }) =>
  platform.sql<{ type: string; amount_minor: string; currency: string }>(
    `SELECT type, amount_minor, currency FROM ledger.journals WHERE related_id = $1 ORDER BY id`,
    [session_id],
  );

/** The session's events in the outbox, in order. */
async function outboxEvents({ session_id }: { session_id: string }) {
  const rows = await platform.sql<{ type: string; payload: Record<string, unknown> }>(
    `SELECT type, payload FROM outbox WHERE payload->>'sessionId' = $1 ORDER BY position`,
    [session_id],
  );
  return rows;
}

describe('an approved card', () => {
  it('completes the session and credits the merchant the face amount, in one commit with the event', async () => {
    const before = Number(await platform.balanceOf(merchant));
    const session = await shop.open({ amount: 1234.56, order_ref: 'A-1', metadata: { basket: '7' } });
    const paid = await shop.pay(session, CARDS.approved);
    expect([paid.status, paid.body]).toMatchObject([
      200,
      {
        success: true,
        status: 'completed',
        auth_mode: null,
        is_test: false,
        gw_ref: expect.stringMatching(/^SIM-/),
      },
    ]);
    expect(paid.body).not.toHaveProperty('charged');
    const verified = (await shop.verify(session.session_id)).body;
    expect(verified).toMatchObject({
      status: 'completed',
      amount: 1234.56,
      currency: 'NGN',
      gateway: 'simulator',
    });
    expect(verified.paid_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(Number(await platform.balanceOf(merchant))).toBeCloseTo(before + 1234.56, 2);
    expect(await journals(session)).toEqual([{ type: 'checkout', amount_minor: '123456', currency: 'NGN' }]);
    expect(await outboxEvents(session)).toMatchObject([
      {
        type: 'checkout.session-completed',
        payload: {
          orderRef: 'A-1',
          metadata: { basket: '7' },
          amount: { minor: '123456', currency: 'NGN' },
          escrow: false,
        },
      },
    ]);
  });

  it('shows in the history of the merchant as a checkout', async () => {
    const session = await shop.open({ order_ref: 'H-1', description: 'Two copies' });
    await shop.pay(session, CARDS.approved);
    const { body } = await platform.get('business', 'wallet.php?action=history&q=H-1', {
      token: merchant.token,
    });
    expect(body.data.data).toMatchObject([
      { type: 'checkout', direction: 'credit', amount: 2500.5, description: 'Two copies' },
    ]);
  });

  it('pays from the page, with the token of the session alone', async () => {
    const session = await shop.open();
    const paid = await shop.pay(session, CARDS.approved, buyerOf(session));
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
  });

  it('opens the wallet of the session’s currency where the merchant has none', async () => {
    await setNairaRate(platform, 'GBP', '2000');
    const other = await platform.merchant();
    expect(await platform.balanceOf(other, 'GBP')).toBeNull();
    const own = new Shop(platform, 'checkout', other.live.secret_key);
    const sessions = await Promise.all([1, 2, 3].map(() => own.open({ amount: 10, currency: 'GBP' })));
    const paid = await Promise.all(sessions.map((session) => own.pay(session, CARDS.approved)));
    expect(paid.map(({ body }) => body.status)).toEqual(['completed', 'completed', 'completed']);
    expect(await platform.balanceOf(other, 'GBP')).toBe('30.00');
  });

  it('ends the session: it can be neither paid again nor closed', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.approved);
    const again = await shop.pay(session, CARDS.approved);
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    const closed = await shop.call('expire', { session_id: session.session_id });
    expect([closed.status, closed.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await journals(session)).toHaveLength(1);
  });
});

describe('a declined card', () => {
  it.each([
    ['insufficientFunds', 'Insufficient funds'],
    ['declined', 'Declined by the bank'],
  ] as const)(
    '%s answers why, leaves the session payable and publishes the failure',
    async (name, reason) => {
      const session = await shop.open({
        customer: { email: 'ada@example.com' },
        metadata: { a: 'b' },
        order_ref: 'D-1',
      });
      const { status, body } = await shop.pay(session, CARDS[name]);
      expect([status, body.error_code, body.reason]).toEqual([400, 'CARD_DECLINED', reason]);
      expect(body.gw_ref).toMatch(/^SIM-/);
      expect(await shop.statusOf(session)).toBe('pending');
      expect(await outboxEvents(session)).toMatchObject([
        {
          type: 'checkout.payment-failed',
          payload: {
            gatewayStatus: 'declined',
            customerEmail: 'ada@example.com',
            orderRef: 'D-1',
            isTest: false,
            metadata: { a: 'b' },
          },
        },
      ]);
      expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
      expect(await journals(session)).toHaveLength(1);
    },
  );

  it('is remembered under its key; another key tries again', async () => {
    const session = await shop.open();
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    const first = await shop.pay(session, CARDS.declined, once);
    const again = await shop.pay(session, CARDS.declined, once);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(
      await platform.sql(
        `SELECT 1 FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
                                WHERE s.session_id = $1`,
        [session.session_id],
      ),
    ).toHaveLength(1);
  });

  it.each([
    ['an unknown number', { number: '4111111111111111' }, 'CARD_DECLINED'],
    ['an expired card', { expiry_year: '20' }, 'CARD_DECLINED'],
    ['a number that is none', { number: '4000-x' }, 'VALIDATION_ERROR'],
    ['a thirteenth month', { expiry_month: 13 }, 'VALIDATION_ERROR'],
    ['no year', { expiry_year: undefined }, 'VALIDATION_ERROR'],
    ['five digits of CVV', { cvv: '12345' }, 'VALIDATION_ERROR'],
    ['a name with markup and control characters', { name: '<b>\u0007' }, 'VALIDATION_ERROR'],
  ])('%s is refused, and never repeated to the caller', async (_name, fields, code) => {
    const session = await shop.open();
    const body = { session_id: session.session_id, card: card(CARDS.approved, fields) };
    const { status, body: answer } = await shop.call('pay-card', body);
    expect([status, answer.error_code]).toEqual([400, code]);
    // The id of the request and the port of the host are random digits.
    const said = JSON.stringify({ ...answer, request_id: '', doc_url: '' });
    expect(said).not.toMatch(/4111|4000|12345/);
    expect(await shop.statusOf(session)).toBe('pending');
  });

  it('numbers with spaces, short years and numbers for digits are taken', async () => {
    const session = await shop.open();
    const fields = {
      number: '4000 0000-0000 0000',
      expiry_month: 1,
      expiry_year: 99,
      cvv: 123,
      name: undefined,
    };
    const paid = await shop.call('pay-card', { session_id: session.session_id, card: card('', fields) });
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
  });
});

describe('a card with an OTP', () => {
  it('waits for the code, and completes with the right one', async () => {
    const session = await shop.open();
    const { status, body } = await shop.pay(session, CARDS.otp);
    expect([status, body.status, body.auth_mode]).toEqual([200, 'processing', 'otp']);
    expect(await shop.statusOf(session)).toBe('processing');
    const paid = await shop.submit(session, body.gw_ref, '123456');
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    expect(await journals(session)).toHaveLength(1);
  });

  it('declines on a wrong code, and the buyer may start again', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.otp);
    const wrong = await shop.submit(session, body.gw_ref, '000000');
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'CARD_DECLINED']);
    expect(await shop.statusOf(session)).toBe('pending');
    const late = await shop.submit(session, body.gw_ref, '123456');
    expect([late.status, late.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await journals(session)).toEqual([]);
  });

  it('keeps every other attempt out meanwhile', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.otp);
    const second = await shop.pay(session, CARDS.approved);
    expect([second.status, second.body.error_code]).toEqual([409, 'INVALID_STATE']);
    const closed = await shop.call('expire', { session_id: session.session_id });
    expect([closed.status, closed.body.error_code]).toEqual([409, 'INVALID_STATE']);
  });

  it('takes the code for its own session alone', async () => {
    const [one, other] = [await shop.open(), await shop.open()];
    const { body } = await shop.pay(one, CARDS.otp);
    await shop.pay(other, CARDS.otp);
    expect((await shop.submit(other, body.gw_ref, '123456')).status).toBe(404);
    expect((await shop.submit(one, body.gw_ref, '123456', buyerOf(other))).status).toBe(404);
    expect((await shop.submit(one, 'SIM-unknown', '123456')).status).toBe(404);
    expect((await shop.submit(one, body.gw_ref, '12 or 1=1')).status).toBe(400);
    expect(await journals(one)).toEqual([]);
  });

  it('pays once when the right code is sent 20 times at once', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.otp);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => persistently(() => shop.submit(session, body.gw_ref, '123456'))),
    );
    expect(answers.filter(({ status }) => status === 200).map((answer) => answer.body.status)).toEqual([
      'completed',
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await journals(session)).toHaveLength(1);
  });

  it('is abandoned when the buyer takes another card', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.otp, buyerOf(session));
    const cancel = { session_id: session.session_id, gw_ref: body.gw_ref };
    const cancelled = await shop.call('pay-card-cancel', cancel, buyerOf(session));
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'pending']);
    expect(await outboxEvents(session)).toMatchObject([{ payload: { gatewayStatus: 'abandoned' } }]);
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
  });
});

describe('a card with a PIN', () => {
  it('waits for the PIN, and completes with the right one', async () => {
    const session = await shop.open();
    const { status, body } = await shop.pay(session, CARDS.pin);
    expect([status, body.auth_mode]).toEqual([200, 'pin']);
    const paid = await shop.submit(session, body.gw_ref, '1234');
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
  });

  it('declines on a wrong PIN', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.pin);
    const wrong = await shop.submit(session, body.gw_ref, '4321');
    expect([wrong.status, wrong.body.error_code, wrong.body.reason]).toEqual([
      400,
      'CARD_DECLINED',
      'Incorrect PIN',
    ]);
    expect(await shop.statusOf(session)).toBe('pending');
  });
});

describe('the gw_ref of a card payment', () => {
  /** A payment whose PIN was taken, and that waits for its one-time password under a new gw_ref. */
  async function afterPin() {
    const session = await shop.open();
    const first = (await shop.pay(session, CARDS.pinThenOtp)).body.gw_ref as string;
    const { status, body } = await shop.submit(session, first, '1234');
    expect([status, body.auth_mode]).toEqual([200, 'otp']);
    expect(body.gw_ref).not.toBe(first);
    return { session, first, second: body.gw_ref as string };
  }
  const triesOf = async ({ session_id }: { session_id: string }) => {
    const rows = await platform.sql<{ status: string; tries: number }>(
      `SELECT a.status, a.tries FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1`,
      [session_id],
    );
    return rows;
  };

  it('stays valid for the next step, and after the last one', async () => {
    const { session, first } = await afterPin();
    expect((await shop.submit(session, first, '123456')).body).toMatchObject({ status: 'completed' });
    const late = await shop.submit(session, first, '123456');
    expect([late.status, late.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await journals(session)).toHaveLength(1);

    const pinned = await shop.open();
    const { gw_ref } = (await shop.pay(pinned, CARDS.pin)).body;
    expect((await shop.submit(pinned, gw_ref, '1234')).body.status).toBe('completed');
    expect((await shop.submit(pinned, gw_ref, '1234')).status).toBe(409);
    const declined = await shop.open();
    const refused = (await shop.pay(declined, CARDS.pin)).body.gw_ref as string;
    expect((await shop.submit(declined, refused, '4321')).body.error_code).toBe('CARD_DECLINED');
    expect((await shop.submit(declined, refused, '1234')).status).toBe(409);
    expect(await journals(declined)).toEqual([]);
  });

  it('cancels the payment under its first name too', async () => {
    const { session, first } = await afterPin();
    const cancel = { session_id: session.session_id, gw_ref: first };
    expect((await shop.call('pay-card-cancel', cancel)).body).toMatchObject({ status: 'pending' });
  });

  it('does not send the PIN again as the one-time password, however often it is repeated', async () => {
    const session = await shop.open();
    const first = (await shop.pay(session, CARDS.pinThenOtp)).body.gw_ref as string;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => persistently(() => shop.submit(session, first, '1234'))),
    );
    answers.push(await shop.submit(session, first, '1234'));
    const taken = answers.filter(({ status }) => status === 200);
    expect(new Set(taken.map(({ body }) => `${body.status} ${body.auth_mode}`))).toEqual(
      new Set(['processing otp']),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await triesOf(session)).toEqual([{ status: 'waiting', tries: 1 }]);
    expect((await shop.submit(session, first, '123456')).body.status).toBe('completed');
  });

  it('does not send a code of another step with auth_mode', async () => {
    const { session, first, second } = await afterPin();
    for (const gw_ref of [first, second]) {
      const body = { session_id: session.session_id, gw_ref, otp: '999999', auth_mode: 'pin' };
      expect((await shop.call('pay-card-submit', body)).body).toMatchObject({
        auth_mode: 'otp',
        gw_ref: second,
      });
    }
    expect(await triesOf(session)).toEqual([{ status: 'waiting', tries: 1 }]);
    const body = { session_id: session.session_id, gw_ref: first, otp: '123456', auth_mode: 'otp' };
    expect((await shop.call('pay-card-submit', body)).body.status).toBe('completed');
  });

  it('pays once when old and new are used at once, with the codes of both steps', async () => {
    const { session, first, second } = await afterPin();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 3 === 0
          ? shop.submit(session, first, '1234')
          : shop.submit(session, i % 3 === 1 ? first : second, '123456'),
      ),
    );
    expect(answers.filter(({ body }) => body.status === 'completed').length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await journals(session)).toHaveLength(1);
    expect(await triesOf(session)).toEqual([{ status: 'succeeded', tries: 2 }]);
  });
});

describe('a 3DS card', () => {
  it("leads to the bank's page, and an approval there completes the session on the way back", async () => {
    const session = await shop.open({ success_url: 'https://shop.example/thanks' });
    const { body } = await shop.pay(session, CARDS.challenge);
    expect([body.status, body.auth_mode]).toEqual(['processing', 'redirect']);
    expect(body.redirect_url).toMatch(new RegExp(`^${platform.urls.checkout}/challenge/`));
    const back = await bank.decide(body.redirect_url, 'approve');
    expect(back.href.split('?')[0]).toBe(`${session.checkout_url}/return`);
    const returned = await fetch(back, { redirect: 'manual' });
    expect([returned.status, returned.headers.get('location')]).toEqual([
      303,
      new URL(session.checkout_url).pathname,
    ]);
    expect(await shop.statusOf(session)).toBe('completed');
    expect(await journals(session)).toHaveLength(1);
  });

  it('leaves the session payable when it is declined there', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    await fetch(await bank.decide(body.redirect_url, 'decline'), { redirect: 'manual' });
    expect(await shop.statusOf(session)).toBe('pending');
    expect(await outboxEvents(session)).toMatchObject([
      { payload: { gatewayStatus: 'declined', reason: 'Declined by the cardholder' } },
    ]);
  });

  it('completes by the event of the gateway where the buyer never comes back', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    await bank.decide(body.redirect_url, 'approve');
    await eventually(async () => (await shop.statusOf(session)) === 'completed');
    expect(await journals(session)).toHaveLength(1);
  });

  it('believes nothing that the way back claims', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.challenge);
    const forged =
      '?status=successful&tx_ref=x&transaction_id=1&response=%7B%22status%22%3A%22successful%22%7D';
    const returned = await fetch(`${session.checkout_url}/return${forged}`, { redirect: 'manual' });
    expect(returned.status).toBe(303);
    expect(await shop.statusOf(session)).toBe('processing');
    expect(await journals(session)).toEqual([]);
  });

  it('believes nothing that an event claims', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.challenge);
    const [{ reference } = { reference: '' }] = await platform.sql<{ reference: string }>(
      `SELECT a.reference FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id = $1`,
      [session.session_id],
    );
    const forged = {
      id: 1,
      tx_ref: reference,
      status: 'successful',
      amount: 2500.5,
      charged_amount: 2500.5,
      currency: 'NGN',
    };
    expect((await bank.report(forged)).status).toBe(200);
    expect((await bank.report({ ...forged, tx_ref: `cs_${'0'.repeat(22)}` })).status).toBe(200);
    expect((await bank.report(forged, { hash: 'guess' })).status).toBe(401);
    expect(await shop.statusOf(session)).toBe('processing');
  });
});

describe('a session in another currency', () => {
  it('charges the card in NGN at the rate staff have set, rounded up, and reports its own', async () => {
    await setNairaRate(platform, 'USD', '1540.001');
    const session = await shop.open({ amount: 1000.01, currency: 'USD' });
    const { body } = await shop.pay(session, CARDS.approved);
    // 1000.01 × 1540.001 = 1540016.40001
    expect(body).toMatchObject({ status: 'completed', charged: 'NGN 1540016.41' });
    expect((await shop.verify(session.session_id)).body).toMatchObject({ amount: 1000.01, currency: 'USD' });
    expect(await journals(session)).toEqual([{ type: 'checkout', amount_minor: '100001', currency: 'USD' }]);
    expect(await outboxEvents(session)).toMatchObject([
      {
        payload: {
          amount: { minor: '100001', currency: 'USD' },
          charged: { minor: '154001641', currency: 'NGN' },
        },
      },
    ]);
  });

  it('keeps the rate it began with', async () => {
    await setNairaRate(platform, 'EUR', '1700');
    const session = await shop.open({ amount: 10, currency: 'EUR' });
    const { body } = await shop.pay(session, CARDS.otp);
    platform.clock.advance({ seconds: 1 });
    await setNairaRate(platform, 'EUR', '1800');
    expect((await shop.submit(session, body.gw_ref, '123456')).body).toMatchObject({
      status: 'completed',
      charged: 'NGN 17000.00',
      rate: 1700,
    });
  });

  it('keeps it for half an hour: then the session is payable again, at the rate of that time', async () => {
    await setNairaRate(platform, 'EUR', '1700');
    const session = await shop.open({ amount: 10, currency: 'EUR' });
    const { body } = await shop.pay(session, CARDS.otp);
    platform.clock.advance({ minutes: 30 });
    const late = await shop.submit(session, body.gw_ref, '123456');
    expect([late.status, late.body.error_code]).toEqual([409, 'INVALID_STATE']);
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('pending');
    await setNairaRate(platform, 'EUR', '1800');
    expect((await shop.pay(session, CARDS.approved)).body.charged).toBe('NGN 18000.00');
  });

  it.each([
    ['1750', 'pending', []],
    ['1700', 'completed', ['checkout']],
    ['1650', 'completed', ['checkout']],
  ])(
    'a payment reported an hour later at %s instead of 1700 is %s: waiting for a better rate gains nothing',
    async (rate, status, types) => {
      await setNairaRate(platform, 'EUR', '1700');
      const session = await shop.open({ amount: 10, currency: 'EUR' });
      const { body } = await shop.pay(session, CARDS.challenge);
      // The company closes what the buyer leaves open for an hour, so it has the approval before.
      await bank.loseEvents();
      const back = await bank.decide(body.redirect_url, 'approve');
      await bank.findEvents();
      platform.clock.advance({ minutes: 61 });
      await setNairaRate(platform, 'EUR', rate);
      await fetch(back, { redirect: 'manual' });
      const attempts = () =>
        platform.sql<{ status: string; reason: string | null }>(
          'SELECT status, unapplied_reason AS reason FROM checkout_attempts WHERE gw_ref = $1',
          [body.gw_ref],
        );
      await eventually(async () => ['succeeded', 'unapplied'].includes((await attempts())[0]!.status));
      expect(await shop.statusOf(session)).toBe(status);
      const setAside = { status: 'unapplied', reason: 'expired' };
      expect(await attempts()).toEqual([
        status === 'completed' ? { status: 'succeeded', reason: null } : setAside,
      ]);
      expect((await journals(session)).map(({ type }) => type)).toEqual(
        status === 'completed' ? types : ['unapplied'],
      );
    },
  );

  it('asks the gateway for no more than one payment may be, whatever the rate makes of it', async () => {
    await setNairaRate(platform, 'USD', '1500');
    const session = await shop.open({ amount: 999_999_999_999.99, currency: 'USD' });
    const { status, body } = await shop.pay(session, CARDS.approved);
    expect([status, body.error_code]).toEqual([400, 'FX_RATE_UNAVAILABLE']);
    expect(await shop.statusOf(session)).toBe('pending');
  });

  it('takes no card where no rate is set', async () => {
    const session = await shop.open({ amount: 10, currency: 'ZAR' });
    const { status, body } = await shop.pay(session, CARDS.approved);
    expect([status, body.error_code]).toEqual([400, 'FX_RATE_UNAVAILABLE']);
    expect(await shop.statusOf(session)).toBe('pending');
  });
});

describe('many at once', () => {
  it('64 requests with one key pay once and get one answer', async () => {
    const session = await shop.open();
    const once = { key: shop.key, idempotencyKey: 'pay-64' };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => persistently(() => shop.pay(session, CARDS.approved, once))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await bank.transactions(await referenceOf(session))).toHaveLength(1);
    expect(await journals(session)).toHaveLength(1);
  });

  it.each([2, 16])(
    'one of %d payments of one session completes, each with a key of its own',
    async (count) => {
      const session = await shop.open();
      const answers = await Promise.all(
        Array.from({ length: count }, (_, i) =>
          persistently(() =>
            shop.pay(session, CARDS.approved, { key: shop.key, idempotencyKey: `own-${count}-${i}` }),
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error_code === 'INVALID_STATE')).toHaveLength(count - 1);
      expect(await journals(session)).toHaveLength(1);
    },
  );

  it.each(Array.from({ length: 8 }, (_, i) => i))('closing races paying: exactly one wins (%d)', async () => {
    const session = await shop.open();
    const [paid, closed] = await Promise.all([
      shop.pay(session, CARDS.approved),
      shop.call('expire', { session_id: session.session_id }),
    ]);
    const status = await shop.statusOf(session);
    expect([paid.status === 200, closed.status === 200]).toEqual([
      status === 'completed',
      status === 'expired',
    ]);
    expect([200, 410]).toContain(paid.status);
    expect([200, 409]).toContain(closed.status);
    expect(await journals(session)).toHaveLength(status === 'completed' ? 1 : 0);
  });
});

describe('callers that may not pay', () => {
  it.each(['pay-card', 'pay-card-submit', 'pay-card-cancel'])('is kept out of %s', async (action) => {
    const [session, other] = [await shop.open(), await shop.open()];
    const stranger = await platform.merchant();
    const body = { session_id: session.session_id, card: card(CARDS.approved), gw_ref: 'x', otp: '1234' };
    const statuses = await Promise.all(
      [
        {},
        { sessionToken: 'x'.repeat(43) },
        { sessionToken: tokenOf(other) },
        { key: stranger.live.secret_key },
        { key: merchant.live.public_key },
      ].map(async (payer) => (await shop.call(action, body, payer)).status),
    );
    expect(statuses).toEqual([401, 401, 404, 404, 401]);
    expect(await shop.statusOf(session)).toBe('pending');
  });

  it('a live session’s token opens nothing in the sandbox', async () => {
    const session = await shop.open();
    const body = { session_id: session.session_id, card: card(CARDS.approved) };
    const answer = await platform.post('sandbox', 'sessions.php?action=pay-card', body, buyerOf(session));
    expect([answer.status, await shop.statusOf(session)]).toEqual([401, 'pending']);
  });
});

describe('what the merchant’s server receives', () => {
  it('is payment.failed and payment.success, with the metadata exactly as given', async () => {
    const receiver = await platform.receiver();
    const teller = await platform.merchant();
    const endpoint = { app_id: teller.live.app_id, url: receiver.url };
    const made = await platform.post('business', 'business.php?section=webhooks&action=create', endpoint, {
      token: teller.token,
    });
    expect(made.status).toBe(200);
    const own = new Shop(platform, 'checkout', teller.live.secret_key);
    const metadata = {
      constructor: 'c',
      toString: 't',
      prototype: { a: [1, null] },
      'key "<b>"': 'naïve 🎉',
    };
    const session = await own.open({ metadata, order_ref: 'W-1', customer: { email: 'ada@example.com' } });
    await own.pay(session, CARDS.declined);
    await own.pay(session, CARDS.approved);
    const about = {
      session_id: session.session_id,
      order_ref: 'W-1',
      amount: 2500.5,
      currency: 'NGN',
      metadata,
    };
    const paid = { gateway: 'simulator', payment_method: 'card' };
    const rest = { ...paid, customer_email: 'ada@example.com', escrow: false, is_test: false };
    const failed = await receiver.next(({ event }) => event === 'payment.failed');
    expect(failed.data).toEqual({ ...about, ...rest, status: 'failed', gateway_status: 'declined' });
    const { data } = await receiver.next(({ event }) => event === 'payment.success');
    expect(data).toEqual({
      ...about,
      ...rest,
      status: 'success',
      paid_at: (await own.verify(session.session_id)).body.paid_at,
    });
  });
});

describe('an ended session', () => {
  it('cannot be changed in the database either', async () => {
    const session = await shop.open();
    await shop.pay(session, CARDS.approved);
    for (const sql of [
      `UPDATE checkout_sessions SET status = 'pending', attempt_id = NULL, paid_at = NULL WHERE session_id = $1`,
      `UPDATE checkout_attempts SET status = 'failed' WHERE checkout_session_id = (SELECT id FROM checkout_sessions WHERE session_id = $1)`,
    ]) {
      await expect(platform.sql(sql, [session.session_id])).rejects.toThrow('cannot change any more');
    }
  });
});

it('leaves no card number in the database', async () => {
  const session = await shop.open();
  const number = '4000001234567899';
  await shop.pay(session, number, { key: shop.key, idempotencyKey: randomUUID() });
  const tables = await platform.sql<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const hits = await platform.sql(`SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [
      number,
    ]);
    expect([name, hits]).toEqual([name, []]);
  }
});

async function referenceOf({ session_id }: { session_id: string }): Promise<string> {
  const [row] = await platform.sql<{ reference: string }>(
    `SELECT a.reference FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id = $1`,
    [session_id],
  );
  return row!.reference;
}
