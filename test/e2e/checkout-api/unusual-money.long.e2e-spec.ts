import { randomUUID } from 'node:crypto';
import { CARDS } from '../../support/test-cards';
import { eventually } from '../../support/eventually';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Bank } from '../business-api/card-deposits';
import { Shop } from './cards';

let platform: Platform;
let merchant: TestMerchant;
let shop: Shop;
let bank: Bank;

type Session = { session_id: string; checkout_url: string };

beforeAll(async () => {
  platform = await startPlatform();
  merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  bank = new Bank(platform);
});

afterEach(async () => {
  await bank.clearFaults();
  await bank.findEvents();
});

afterAll(() => platform?.proveAndStop());

const balance = async () =>
  Math.round(Number(await platform.balanceOf({ key: merchant.live.secret_key })) * 100);

const journals = async ({ session_id }: Session) =>
  (
    await platform.sql<{ type: string; amount_minor: string }>(
      `SELECT type, amount_minor FROM ledger.journals WHERE related_id = $1 ORDER BY id`,
      [session_id],
    )
  ).map(({ type, amount_minor }) => `${type} ${amount_minor}`);

interface AttemptRow {
  reference: string;
  status: string;
  unapplied_reason: string | null;
  failure: string | null;
}

const attempts = ({ session_id }: Session) =>
  platform.sql<AttemptRow>(
    `SELECT a.* FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
      WHERE s.session_id = $1 ORDER BY a.created_at, a.id`,
    [session_id],
  );

const failures = async ({ session_id }: Session) =>
  (
    await platform.sql<{ status: string }>(
      `SELECT payload->>'gatewayStatus' AS status FROM outbox
        WHERE type = 'checkout.payment-failed' AND payload->>'sessionId' = $1 ORDER BY position`,
      [session_id],
    )
  ).map(({ status }) => status);

/** Charges the company made for a session. */
async function charges(session: Session): Promise<string[]> {
  const found = await Promise.all(
    (await attempts(session)).map(({ reference }) => bank.transactions(reference)),
  );
  return found.flat().map(({ status }) => status);
}

/** The company answers nothing, nor the question that follows at once (asked twice). */
async function order(fault: string, operation: string): Promise<void> {
  await bank.order(fault, operation);
  await bank.order('503-before', 'verify', 2);
}

describe('an answer that was lost', () => {
  it.each(['503-after', 'drop-connection', 'garbage'])('is asked for at once (%s)', async (fault) => {
    await bank.loseEvents();
    const [paid, declined] = [await shop.open(), await shop.open()];
    await bank.order(fault, 'charge', 2);
    expect((await shop.pay(paid, CARDS.approved)).body.status).toBe('completed');
    expect((await shop.pay(declined, CARDS.declined)).body.error_code).toBe('CARD_DECLINED');
    expect([await charges(paid), await journals(paid)]).toEqual([['successful'], ['checkout 250050']]);
  });

  it.each(['503-after', 'drop-connection', 'garbage'])(
    'leaves the session processing (%s); asking completes it, and nothing is sent again',
    async (fault) => {
      await bank.loseEvents();
      await order(fault, 'charge');
      const session = await shop.open();
      const before = await balance();
      const { status, body } = await shop.pay(session, CARDS.approved);
      expect([status, body.status, body.auth_mode]).toEqual([200, 'processing', null]);
      const second = await shop.pay(session, CARDS.approved);
      expect([second.status, second.body.error_code]).toEqual([409, 'INVALID_STATE']);
      await platform.runJobs();
      expect(await shop.statusOf(session)).toBe('completed');
      expect(await balance()).toBe(before + 250_050);
      expect([await charges(session), await journals(session)]).toEqual([
        ['successful'],
        ['checkout 250050'],
      ]);
    },
  );

  it('frees the session of a declined card once it is asked for', async () => {
    await bank.loseEvents();
    await order('503-after', 'charge');
    const session = await shop.open();
    await shop.pay(session, CARDS.declined);
    await platform.runJobs();
    expect([await shop.statusOf(session), await failures(session)]).toEqual(['pending', ['declined']]);
  });

  it('is believed only after half an hour if the charge never arrived', async () => {
    await bank.order('503-before', 'charge');
    const session = await shop.open();
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('processing');
    for (const [minutes, status] of [
      [10, 'processing'],
      [19, 'processing'],
      [31, 'pending'],
    ] as const) {
      platform.clock.advance({ minutes });
      await platform.runJobs();
      expect(await shop.statusOf(session)).toBe(status);
    }
    expect([await charges(session), await failures(session)]).toEqual([[], ['not_found']]);
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
  });

  it('keeps the money waiting until the question whether a charge is real is answered', async () => {
    await bank.loseEvents();
    await bank.order('503-before', 'verify', 4);
    const session = await shop.open();
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('processing');
    expect(await journals(session)).toEqual([]);
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('processing');
    platform.clock.advance({ minutes: 5 });
    await platform.runJobs();
    expect([await shop.statusOf(session), await journals(session)]).toEqual([
      'completed',
      ['checkout 250050'],
    ]);
  });

  it('leaves a code counted and asked for, not sent again', async () => {
    await bank.loseEvents();
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.otp);
    await order('503-after', 'validate');
    const sent = await shop.submit(session, body.gw_ref, '123456');
    expect([sent.status, sent.body.status]).toEqual([200, 'processing']);
    const again = await shop.submit(session, body.gw_ref, '123456');
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    await platform.runJobs();
    expect([await shop.statusOf(session), await journals(session)]).toEqual([
      'completed',
      ['checkout 250050'],
    ]);
  });

  it('is found by the same request, sent again, if its own process did not live to record it', async () => {
    await bank.loseEvents();
    await order('503-after', 'charge');
    const session = await shop.open();
    const once = { key: shop.key, idempotencyKey: randomUUID() };
    await shop.pay(session, CARDS.approved, once);
    // As after a crash between the gateway's answer and the commit: the intent is there, no answer is remembered.
    await platform.sql('DELETE FROM idempotency_keys WHERE key = $1', [once.idempotencyKey]);
    const again = await shop.pay(session, CARDS.approved, once);
    expect([again.status, again.body.status]).toEqual([200, 'completed']);
    expect([await charges(session), await journals(session)]).toEqual([['successful'], ['checkout 250050']]);
  });
});

describe('an event that comes more than once', () => {
  it.each(['event-before-answer', 'duplicate-event'])('completes and credits once (%s)', async (fault) => {
    await bank.order(fault);
    const session = await shop.open();
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    const [{ reference } = { reference: '' }] = await attempts(session);
    for (let i = 0; i < 3; i++) await bank.report({ id: 1, tx_ref: reference });
    expect(await journals(session)).toEqual(['checkout 250050']);
  });

  it('completes and credits once by event, way back and job at the same moment', async () => {
    await bank.loseEvents();
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    const back = await bank.decide(body.redirect_url, 'approve');
    const [{ reference } = { reference: '' }] = await attempts(session);
    platform.clock.advance({ minutes: 2 });
    await Promise.all([
      ...Array.from({ length: 10 }, () => bank.report({ id: 1, tx_ref: reference })),
      ...Array.from({ length: 10 }, () => fetch(back, { redirect: 'manual' })),
      platform.runJobs(),
    ]);
    expect([await shop.statusOf(session), await journals(session)]).toEqual([
      'completed',
      ['checkout 250050'],
    ]);
  });
});

describe('money in another amount', () => {
  it('is set aside, never credited and never lost; the session stays payable', async () => {
    const session = await shop.open();
    const before = await balance();
    await bank.order('amount-mismatch');
    const { status, body } = await shop.pay(session, CARDS.approved);
    expect([status, body.error_code]).toEqual([502, 'GATEWAY_ERROR']);
    expect(await balance()).toBe(before);
    expect([await shop.statusOf(session), await failures(session)]).toEqual(['pending', ['amount_mismatch']]);
    expect(await journals(session)).toEqual(['unapplied 249950']);
    expect(await attempts(session)).toMatchObject([
      { status: 'unapplied', unapplied_reason: 'amount-mismatch' },
    ]);
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    expect(await balance()).toBe(before + 250_050);
    platform.clock.advance({ minutes: 10 });
    await platform.runJobs();
    expect(await attempts(session)).toMatchObject([{ status: 'unapplied' }, { status: 'succeeded' }]);
  });
});

describe('money that comes late', () => {
  it('stands in the queue of the staff if the session has expired, which stays expired', async () => {
    const session = await shop.open({ expires_in: 5 });
    const before = await balance();
    const { body } = await shop.pay(session, CARDS.challenge);
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect([await shop.statusOf(session), await failures(session)]).toEqual(['expired', ['abandoned']]);
    await bank.decide(body.redirect_url, 'approve');
    await eventually(async () => (await journals(session)).length > 0);
    expect(await journals(session)).toEqual(['unapplied 250050']);
    expect(await attempts(session)).toMatchObject([{ status: 'unapplied', unapplied_reason: 'expired' }]);
    expect([await shop.statusOf(session), await balance()]).toEqual(['expired', before]);
    platform.clock.advance({ minutes: 10 });
    await platform.runJobs();
    expect(await attempts(session)).toMatchObject([{ status: 'unapplied' }]);
  });

  it('completes a session that is still unpaid if it comes from a released attempt', async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    await shop.call('pay-card-cancel', { session_id: session.session_id, gw_ref: body.gw_ref });
    expect(await shop.statusOf(session)).toBe('pending');
    await bank.decide(body.redirect_url, 'approve');
    await eventually(async () => (await shop.statusOf(session)) === 'completed');
    expect(await journals(session)).toEqual(['checkout 250050']);
  });
});

describe('a session paid twice', () => {
  /** A first attempt that the buyer gave up and then approved after all, when a second one had paid. */
  async function paidTwice(): Promise<Session> {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.challenge);
    await shop.call('pay-card-cancel', { session_id: session.session_id, gw_ref: body.gw_ref });
    expect((await shop.pay(session, CARDS.approved)).body.status).toBe('completed');
    await bank.decide(body.redirect_url, 'approve');
    await eventually(async () => (await attempts(session))[0]!.status !== 'abandoned');
    return session;
  }

  const refunds = async (session: Session) => {
    const references = (await attempts(session)).map(({ reference }) => reference);
    return platform.sql<{ amount_minor: string; reference: string }>(
      `SELECT r.amount_minor, r.reference FROM simulator.refunds r JOIN simulator.charges c ON c.id = r.charge_id
        WHERE c.tx_ref = ANY ($1)`,
      [references],
    );
  };

  it('keeps the first payment and refunds the second by itself, once', async () => {
    const before = await balance();
    const session = await paidTwice();
    expect(await journals(session)).toEqual(['checkout 250050', 'unapplied 250050']);
    for (let i = 0; i < 3; i++) {
      await Promise.all([platform.runJobs(), platform.runJobs()]);
      platform.clock.advance({ minutes: 6 });
    }
    expect(await refunds(session)).toHaveLength(1);
    expect(await attempts(session)).toMatchObject([
      { status: 'refunded', unapplied_reason: 'already-paid' },
      { status: 'succeeded' },
    ]);
    expect(await journals(session)).toEqual([
      'checkout 250050',
      'unapplied 250050',
      'unapplied_refund 250050',
    ]);
    expect([await shop.statusOf(session), await balance()]).toEqual(['completed', before + 250_050]);
  });

  it.each(['503-before', '503-after', 'drop-connection'])(
    'repeats a refund whose answer was lost (%s) under its reference, and pays it back once',
    async (fault) => {
      await bank.order(fault, 'refund');
      const session = await paidTwice();
      await platform.runJobs();
      expect((await attempts(session))[0]!.status).toBe('unapplied');
      platform.clock.advance({ minutes: 6 });
      await platform.runJobs();
      expect((await attempts(session))[0]!.status).toBe('refunded');
      expect(await refunds(session)).toMatchObject([
        { amount_minor: '250050', reference: expect.stringMatching(/^rf_live_/) },
      ]);
    },
  );

  it('leaves a refund that the company refuses to the staff', async () => {
    const session = await paidTwice();
    const [{ reference } = { reference: '' }] = await attempts(session);
    // As if the company's staff had refunded it by hand.
    await platform.sql('UPDATE simulator.charges SET refunded_minor = charged_minor WHERE tx_ref = $1', [
      reference,
    ]);
    await platform.runJobs();
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect(await attempts(session)).toMatchObject([{ status: 'unapplied' }, { status: 'succeeded' }]);
    const [refund] = await platform.sql<{ status: string; failure: string }>(
      `SELECT r.status, r.failure FROM refunds r JOIN checkout_attempts a ON a.id = r.payment_id WHERE a.reference = $1`,
      [reference],
    );
    expect(refund!.failure).toContain('exceeds');
  });
});
