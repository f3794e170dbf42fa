import { BillSubscriptions } from '@app/subscriptions';
import {
  type ClaimedSubscription,
  SubscriptionClaimsStore,
} from '../../../libs/subscriptions/src/subscriptions/subscription-claims.store';
import { HeldLock } from '../../support/held-lock';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { type Autopaid, AutopayDesk } from './autopay-desk';

describe('renewals of several schedulers at once', () => {
  let platform: Platform;
  let desk: AutopayDesk;
  let payer: TestUser;
  let plan: string;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    await platform.holdJobs();
    desk = new AutopayDesk(platform, await platform.merchant());
    payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '100000.00');
    plan = await desk.plan();
  });
  afterAll(() => platform?.proveAndStop());

  /** Subscriptions that are due, and their keys. */
  async function due(count: number): Promise<{ made: Autopaid[]; keys: string[] }> {
    const made: Autopaid[] = [];
    for (let i = 0; i < count; i++) made.push(await desk.authorized(payer, plan));
    const rows = await platform.sql<{ id: string }>(
      'SELECT id FROM subscriptions WHERE subscription_id = ANY ($1) ORDER BY created_at',
      [made.map(({ subscription_id }) => subscription_id)],
    );
    platform.clock.advance({ days: 31 });
    return { made, keys: rows.map(({ id }) => id) };
  }

  const claims = (host: 'scheduler' | 'checkout') => platform.inside(host, SubscriptionClaimsStore);

  it('are claimed by one of them, until a minute has passed, they change or it has done them', async () => {
    const { made, keys } = await due(2);
    const upTo = platform.clock.now();
    const claim = async (host: 'scheduler' | 'checkout', done: ClaimedSubscription[] = []) =>
      (await claims(host).claimDue(upTo, platform.clock.now(), 500, done)).sort(
        (a, b) => keys.indexOf(a.id) - keys.indexOf(b.id),
      );
    const both = (await Promise.all([claim('scheduler'), claim('checkout')])).flat();
    expect(both.map(({ id }) => id).sort()).toEqual(keys);
    expect(await claim('checkout')).toEqual([]);
    const [first, second] = keys.map((key) => both.find(({ id }) => id === key)!);
    expect((await desk.post('cancel', { ...made[0]!, at_period_end: true })).status).toBe(200);
    const changed = { id: first!.id, version: first!.version + 1 };
    expect(await claim('checkout')).toEqual([changed]);
    // The claim of the version before is not that of the other scheduler.
    expect(await claim('scheduler', [first!])).toEqual([]);
    expect(await claim('scheduler', [second!])).toEqual([second]);
    platform.clock.advance({ seconds: 59 });
    expect(await claim('scheduler')).toEqual([]);
    platform.clock.advance({ seconds: 2 });
    expect(await claim('scheduler')).toEqual([changed, second]);
    await desk.pass({ seconds: 61 });
    expect([(await desk.one(made[0]!)).status, (await desk.invoices(made[1]!))[0]!.status]).toEqual([
      'cancelled',
      'paid',
    ]);
    expect(await platform.sql('SELECT 1 FROM subscription_claims')).toEqual([]);
  });

  it('lock no wallet while their rows wait for another transaction', async () => {
    const { made, keys } = await due(1);
    // An invoice of the same cycle that is not committed yet.
    const invoice = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      `INSERT INTO subscription_invoices
       SELECT r.* FROM subscription_invoices i, LATERAL json_populate_record(i, json_build_object(
                'id', uuidv7(), 'invoice_id', 'other', 'is_silent', true, 'checkout_session_id', NULL, 'settlement_key', NULL, 'cycle', i.cycle + 1)) r
        WHERE i.subscription_key = $1`,
      [keys[0]],
    );
    const billing = platform.inside('scheduler', BillSubscriptions).run();
    await invoice.awaited();
    const wallets = await platform.sql(
      `SELECT 1 FROM ledger.balances b JOIN wallets w ON w.id = b.account_id
        WHERE w.owner_id = ANY ($1) AND b.currency = 'NGN' FOR UPDATE OF b NOWAIT`,
      [[payer.id, desk.merchant.id]],
    );
    expect(wallets).toHaveLength(2);
    await invoice.release();
    await billing;
    expect((await desk.invoices(made[0]!)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(await desk.booked(made[0]!)).toMatchObject([{ count: 1 }, { count: 1 }]);
  });
});
