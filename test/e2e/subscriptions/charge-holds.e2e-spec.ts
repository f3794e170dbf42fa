import { BillSubscriptions } from '@app/subscriptions';
import { HeldLock } from '../../support/held-lock';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { type Autopaid, AutopayDesk } from './autopay-desk';

describe('silent charges while the time is in doubt', () => {
  let platform: Platform;
  let desk: AutopayDesk;
  let finance: TestStaff;
  let poor: TestUser;
  let silent: Autopaid;
  let overdue: Autopaid;
  let byLink: Autopaid;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false', CLOCK_GUARD: 'on' } });
    await platform.holdJobs();
    desk = new AutopayDesk(platform, await platform.merchant());
    const payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '20000.00');
    poor = await platform.signUp();
    await platform.fund(poor, 'NGN', '5000.00');
    finance = await platform.staff('finance');
    // Subscribed 31 days ago, so that the clocks agree when the next cycle is due.
    platform.clock.advance({ days: -31 });
    const plan = await desk.plan();
    silent = await desk.authorized(payer, plan);
    overdue = await desk.authorized(poor, plan);
    byLink = await desk.subscribed(plan);
    platform.clock.advance({ days: 31 });
  });
  afterAll(() => platform?.proveAndStop());

  const bill = () => platform.inside('scheduler', BillSubscriptions).run();
  /** Two billing runs, of which each has begun before the other has written anything. */
  const billTwiceAtOnce = async () => {
    const lock = await HeldLock.take(
      platform.config.env.DATABASE_URL,
      'SELECT FROM charge_heartbeat FOR UPDATE',
    );
    const both = Promise.all([bill(), bill()]);
    await lock.awaited(2);
    await lock.release();
    await both;
  };
  const holds = async () => {
    const path = 'admin.php?section=subscriptions&action=charge-holds';
    return (await platform.get('business', path, { token: finance.token })).body.holds as {
      id: string;
      cause: string;
      seconds: number;
    }[];
  };
  const release = (id: string) =>
    platform.post(
      'business',
      'admin.php?section=subscriptions&action=release-charges',
      { id, reason: 'The clocks were checked' },
      { token: finance.token },
    );
  const cycles = async (made: Autopaid) => (await desk.invoices(made)).length;

  /** Bills twice at once by a clock that is ahead by so much, which holds charges; returns the id of the only hold. */
  async function billAhead(ahead: { hours?: number; minutes?: number }): Promise<string> {
    const { hours = 0, minutes = 0 } = ahead;
    platform.clock.advance(ahead);
    await billTwiceAtOnce();
    platform.clock.advance({ hours: -hours, minutes: -minutes });
    const found = await holds();
    expect(found).toMatchObject([{ cause: 'clock_difference' }]);
    const difference = Math.abs(hours * 3600 + minutes * 60);
    expect(Math.abs(found[0]!.seconds - difference)).toBeLessThan(55);
    return found[0]!.id;
  }

  it('wait after 26 hours without a scheduler, while links are sent', async () => {
    await platform.sql(`INSERT INTO charge_heartbeat (at) VALUES (now() - interval '27 hours')
                        ON CONFLICT (singleton) DO UPDATE SET at = excluded.at`);
    await billTwiceAtOnce();
    await bill();
    expect(await holds()).toMatchObject([{ cause: 'interruption', seconds: expect.any(Number) }]);
    expect((await holds())[0]!.seconds).toBeGreaterThanOrEqual(27 * 3600);
    expect([await cycles(silent), await cycles(overdue), await cycles(byLink)]).toEqual([1, 1, 2]);
  });

  it('are made once when staff have released them', async () => {
    const [hold] = await holds();
    expect((await release(hold!.id)).body).toMatchObject({ id: hold!.id, cause: 'interruption' });
    expect((await release(hold!.id)).status).toBe(404);
    await Promise.all([bill(), bill()]);
    await bill();
    expect(await holds()).toEqual([]);
    expect(await desk.booked(silent)).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it('are not repeated by a clock that is a day ahead', async () => {
    const [failed] = await desk.invoices(overdue);
    expect(failed).toMatchObject({ last_error: 'insufficient_funds', attempt_count: 1 });
    await platform.fund(poor, 'NGN', '5000.00');
    const id = await billAhead({ hours: 25 });
    expect((await desk.invoices(overdue))[0]).toEqual(failed);
    expect((await release(id)).status).toBe(200);
  });

  it.each([6, -6])('wait while the clock of a scheduler is %i minutes ahead', async (minutes) => {
    const id = await billAhead({ minutes });
    expect((await release(id)).status).toBe(200);
    await bill();
    expect(await holds()).toEqual([]);
  });

  it('are not held by a difference of four minutes', async () => {
    platform.clock.advance({ minutes: 4 });
    await bill();
    platform.clock.advance({ minutes: -4 });
    expect(await holds()).toEqual([]);
  });
});
