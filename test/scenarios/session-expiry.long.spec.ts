import { ExpireSessions } from '@app/checkout';
import { CARDS } from '../support/test-cards';
import { Shop } from '../e2e/checkout-api/cards';
import { Bank } from '../e2e/business-api/card-deposits';
import { type Platform, startPlatform } from '../support/platform';

let platform: Platform;
let shop: Shop;

type Session = { session_id: string; checkout_url: string };

beforeEach(async () => {
  platform = await startPlatform();
  const merchant = await platform.merchant();
  shop = new Shop(platform, 'checkout', merchant.live.secret_key);
});

afterEach(async () => {
  await platform?.proveAndStop();
});

/** Events about a session that the merchant received, in order. */
async function eventsOf({ session_id }: Session): Promise<string[]> {
  const rows = await platform.sql<{ type: string; status: string | null }>(
    `SELECT type, payload->>'gatewayStatus' AS status FROM outbox WHERE payload->>'sessionId' = $1 ORDER BY position`,
    [session_id],
  );
  return rows.map(({ type, status }) => [type.replace('checkout.', ''), status].filter(Boolean).join(' '));
}

/** The stored status of the row. The verify action would show the expiry before it is stored. */
async function storedStatusOf({ session_id }: Session): Promise<string> {
  const [row] = await platform.sql<{ status: string }>(
    'SELECT status FROM checkout_sessions WHERE session_id = $1',
    [session_id],
  );
  return row!.status;
}

describe('The expiry of a checkout session', () => {
  it('happens on time: no payment is accepted, and the session reads as expired before the job has run', async () => {
    const session = await shop.open({ expires_in: 5 });
    // The clock runs on, so that a margin of seconds would depend on how busy the machine is.
    platform.clock.advance({ minutes: 3 });
    await platform.runJobs();
    expect(await shop.statusOf(session)).toBe('pending');
    platform.clock.advance({ minutes: 2 });
    expect(await shop.statusOf(session)).toBe('expired');
    const late = await shop.pay(session, CARDS.approved);
    expect([late.status, late.body.error_code]).toEqual([410, 'SESSION_EXPIRED']);
    await platform.runJobs();
    expect([await storedStatusOf(session), await eventsOf(session)]).toEqual([
      'expired',
      ['session-expired'],
    ]);
  });

  it('happens once with any number of schedulers', async () => {
    const sessions = await Promise.all(Array.from({ length: 150 }, () => shop.open({ expires_in: 5 })));
    const lasting = await shop.open({ expires_in: 6 });
    platform.clock.advance({ minutes: 5, seconds: 30 });
    const job = platform.inside('scheduler', ExpireSessions);
    await Promise.all([job.run(), job.run(), job.run(), job.run()]);
    for (const session of sessions) expect(await storedStatusOf(session)).toBe('expired');
    const [events] = await platform.sql(
      `SELECT count(*)::int AS events FROM outbox WHERE type = 'checkout.session-expired'`,
    );
    expect([events, await storedStatusOf(lasting)]).toEqual([{ events: 150 }, 'pending']);
  });

  it('waits for an attempt in progress, and follows when the buyer does not finish it', async () => {
    const otp = await shop.open({ expires_in: 5 });
    const pin = await shop.open({ expires_in: 5 });
    const bankPage = await shop.open({ expires_in: 5 });
    const { body } = await shop.pay(otp, CARDS.otp);
    await shop.pay(pin, CARDS.pin);
    await shop.pay(bankPage, CARDS.challenge);
    platform.clock.advance({ minutes: 6 });
    for (const session of [otp, pin, bankPage]) expect(await shop.statusOf(session)).toBe('processing');
    await platform.runJobs();
    for (const session of [otp, pin, bankPage]) {
      expect([await storedStatusOf(session), await eventsOf(session)]).toEqual([
        'expired',
        ['payment-failed abandoned', 'session-expired'],
      ]);
    }
    const late = await shop.submit(otp, body.gw_ref, '123456');
    expect([late.status, late.body.error_code]).toEqual([410, 'SESSION_EXPIRED']);
  });

  it('does not happen if the bank approved meanwhile', async () => {
    const bank = new Bank(platform);
    await bank.loseEvents();
    const session = await shop.open({ expires_in: 5 });
    const { body } = await shop.pay(session, CARDS.challenge);
    await bank.decide(body.redirect_url, 'approve');
    platform.clock.advance({ minutes: 6 });
    await platform.runJobs();
    expect([await storedStatusOf(session), await eventsOf(session)]).toEqual([
      'completed',
      ['session-completed'],
    ]);
  });

  it('does not happen while the gateway cannot be queried', async () => {
    const bank = new Bank(platform);
    const session = await shop.open({ expires_in: 5 });
    await shop.pay(session, CARDS.otp);
    platform.clock.advance({ minutes: 6 });
    await bank.order('503-before', 'verify', 20);
    await platform.runJobs();
    expect(await storedStatusOf(session)).toBe('processing');
    await bank.clearFaults();
    await platform.runJobs();
    expect([await storedStatusOf(session), await eventsOf(session)]).toEqual([
      'expired',
      ['payment-failed abandoned', 'session-expired'],
    ]);
  });

  it('does not prevent a payment whose code is sent in time and answered late', async () => {
    const session = await shop.open({ expires_in: 5 });
    const { body } = await shop.pay(session, CARDS.otp);
    platform.clock.advance({ minutes: 5, seconds: 30 });
    const paid = await shop.submit(session, body.gw_ref, '123456');
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    await platform.runJobs();
    expect([await storedStatusOf(session), await eventsOf(session)]).toEqual([
      'completed',
      ['session-completed'],
    ]);
  });

  it('is decided against the last code exactly once, and all money is booked', async () => {
    const sessions = await Promise.all(Array.from({ length: 12 }, () => shop.open({ expires_in: 5 })));
    const begun = await Promise.all(sessions.map((session) => shop.pay(session, CARDS.otp)));
    platform.clock.advance({ minutes: 6 });
    const job = platform.inside('scheduler', ExpireSessions);
    const [answers] = await Promise.all([
      Promise.all(sessions.map((session, i) => shop.submit(session, begun[i]!.body.gw_ref, '123456'))),
      job.run(),
      job.run(),
    ]);
    await platform.runJobs();
    for (const [i, session] of sessions.entries()) {
      const status = await storedStatusOf(session);
      expect(['completed', 'expired']).toContain(status);
      expect(answers[i]!.status === 200).toBe(status === 'completed');
      expect(await eventsOf(session)).toEqual(
        status === 'completed' ? ['session-completed'] : ['payment-failed abandoned', 'session-expired'],
      );
    }
  });

  it('is not lost by a day without a scheduler', async () => {
    const session = await shop.open();
    platform.clock.advance({ days: 3 });
    await platform.runJobs();
    expect([await storedStatusOf(session), await eventsOf(session)]).toEqual([
      'expired',
      ['session-expired'],
    ]);
  });
});
