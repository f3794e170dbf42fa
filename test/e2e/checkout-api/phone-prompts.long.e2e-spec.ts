import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { SubscriptionShop } from '../subscriptions/subscribers';
import { Shop, tokenOf } from './cards';

type Session = Awaited<ReturnType<Shop['open']>>;

/** How often phones are asked to pay. */
describe('Prompts to phones', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let hosts: [string, string];

  beforeAll(async () => {
    platform = await startPlatform({ secondCheckout: true });
    [merchant, other] = [await platform.merchant(), await platform.merchant()];
    hosts = ['checkout', await platform.secondCheckoutUrl()];
  });
  // Each test begins with nothing counted.
  afterEach(() => platform.clock.advance({ minutes: 11 }));
  afterAll(() => platform?.proveAndStop());

  let strangers = 0;
  const someAddress = () => `198.51.${Math.floor(++strangers / 250)}.${(strangers % 250) + 1}`;
  const LIMITED = [429, 'RATE_LIMITED'];

  async function publicSession(of = merchant): Promise<Session> {
    const { status, body, text } = await platform.post(
      'checkout',
      'sessions.php?action=create-public',
      { amount: 100, currency: 'GHS' },
      { key: of.live.public_key, headers: { 'x-forwarded-for': someAddress() } },
    );
    if (status !== 200) throw new Error(text);
    return body as Session;
  }
  const secretSession = (of = merchant) =>
    new Shop(platform, 'checkout', of.live.secret_key).open({ currency: 'GHS', amount: 100 });

  const call = async (action: string, session: Session, fields: object, from: string, host = hosts[0]) => {
    const { status, body } = await platform.post(
      host,
      `sessions.php?action=${action}`,
      { session_id: session.session_id, ...fields },
      { sessionToken: tokenOf(session), headers: { 'x-forwarded-for': from } },
    );
    return [status, body.error_code ?? body.status, body.retry_after];
  };
  const prompt = (session: Session, phone: string, from = someAddress(), host = hosts[0]) =>
    call('pay-mobile-money', session, { phone, network: 'MTN' }, from, host);
  const cancel = (session: Session) => call('pay-cancel', session, {}, someAddress());
  /** The simulated company leaves these numbers to wait. */
  const numberOf = (i: number) => `+23324${String(1_005_000 + i)}`;

  it('reach one number three times in ten minutes, in each spelling and from all senders together', async () => {
    const spellings = [
      ...['+233241234567', '024 123 4567', '0241234567', '+233 24 123 4567', '00233241234567'],
      ...['+233-24-123-4567', '233241234567', '(024) 123-4567', '+233 (0) 24 123 4567', '024.123.4567'],
    ];
    const outcomes: unknown[][] = [];
    for (let i = 0; i < 20; i++) {
      const of = i % 2 ? merchant : other;
      const session = i % 4 < 2 ? await publicSession(of) : await secretSession(of);
      outcomes.push(await prompt(session, spellings[i % spellings.length]!));
      await cancel(session);
    }
    const refused = outcomes.filter(([status]) => status !== 200 && status !== 400);
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(3);
    for (const outcome of refused) expect(outcome).toEqual([...LIMITED, 600]);
    const byServer = await new Shop(platform, 'checkout', merchant.live.secret_key).call('pay-mobile-money', {
      session_id: (await secretSession()).session_id,
      phone: spellings[0],
      network: 'MTN',
    });
    expect([byServer.status, byServer.body.error_code]).toEqual(LIMITED);
    expect((await prompt(await publicSession(), numberOf(1)))[0]).toBe(200);
    platform.clock.advance({ minutes: 11 });
    expect((await prompt(await publicSession(), spellings[0]!))[0]).toBe(200);
  });

  it('reach one number once while it waits, of twenty that two processes are asked for at once', async () => {
    const phone = numberOf(2);
    const sessions = await Promise.all(
      Array.from({ length: 20 }, (_, i) => secretSession(i % 2 ? merchant : other)),
    );
    const outcomes = await Promise.all(
      sessions.map((session, i) => prompt(session, phone, someAddress(), hosts[i % 2])),
    );
    expect(outcomes.map(String).toSorted()).toEqual([
      '200,pending,',
      ...Array(19).fill([...LIMITED, 600].join()),
    ]);
    const sent = await platform.sql(
      `SELECT 1 FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = ANY ($1)`,
      [sessions.map(({ session_id }) => session_id)],
    );
    expect(sent).toHaveLength(1);
    const waiting = sessions[outcomes.findIndex(([status]) => status === 200)]!;
    // The same buyer gets what waits already.
    expect((await prompt(waiting, phone))[0]).toBe(200);
    await cancel(waiting);
    expect((await prompt(await secretSession(), phone))[0]).toBe(200);
  });

  it.each([
    ['an address', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['a /64', '2001:db8:9:1::1', '2001:db8:9:1::2', '2001:db8:9:2::1'],
  ])('are ten of %s, over the sessions of all merchants', async (_, address, same, another) => {
    for (let i = 0; i < 10; i++) {
      const session = i % 2 ? await publicSession(other) : await secretSession();
      expect((await prompt(session, numberOf(100 + i), i % 2 ? address : same))[0]).toBe(200);
    }
    expect(await prompt(await secretSession(other), numberOf(111), same)).toEqual([...LIMITED, 600]);
    expect((await prompt(await secretSession(), numberOf(112), another))[0]).toBe(200);
  });

  it('are sixty of a public key, and those of the secret key are not among them', async () => {
    await platform.sql(
      `INSERT INTO phone_prompts SELECT gen_random_uuid(), n::text, '', '', $1, $2 FROM generate_series(1, 59) n`,
      [`key ${merchant.live.app_id}`, platform.clock.now()],
    );
    expect((await prompt(await publicSession(), numberOf(201)))[0]).toBe(200);
    expect(await prompt(await publicSession(), numberOf(202))).toEqual([...LIMITED, 600]);
    expect((await prompt(await secretSession(), numberOf(203)))[0]).toBe(200);
    expect((await prompt(await publicSession(other), numberOf(204)))[0]).toBe(200);
    const plan_id = await new SubscriptionShop(platform, merchant.live).plan({ currency: 'GHS' });
    const { body } = await platform.post(
      'checkout',
      'subscriptions.php?action=subscribe-public',
      { plan_id, customer: { email: 'visitor@example.com' } },
      { key: merchant.live.public_key },
    );
    const { checkout_session_id, checkout_url } = body.invoice as Record<string, string>;
    const subscribed = { session_id: checkout_session_id, checkout_url } as Session;
    expect(await prompt(subscribed, numberOf(205))).toEqual([...LIMITED, 600]);
  });

  it('are forgotten after an hour', async () => {
    await prompt(await secretSession(), numberOf(301));
    platform.clock.advance({ minutes: 61 });
    await platform.runJobs();
    expect(await platform.sql('SELECT 1 FROM phone_prompts')).toEqual([]);
  });
});
