import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ManualClock } from '@app/kernel';
import { ExpireSessions } from '@app/checkout';
import { BillSubscriptions, FailUnpaidInvoices } from '@app/subscriptions';
import { type Autopaid, AutopayDesk } from '../../e2e/subscriptions/autopay-desk';
import type { TestStaff, TestUser } from '../../support/people';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { furtherScheduler } from '../support/further-scheduler';
import { isLong, report, SHORT_LIMIT_MS } from '../support/proof';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const OUTAGES = isLong ? [2, 3, 7, 40, 365] : [3, 40];

jest.setTimeout(isLong ? 1_200_000 : SHORT_LIMIT_MS);

/** Two schedulers of one database whose clocks disagree with it, or that did not run for days. */
describe('renewals by schedulers in doubt about the time', () => {
  const clocks = { ahead: new ManualClock(), behind: new ManualClock() };
  let platform: Platform;
  let desk: AutopayDesk;
  let payer: TestUser;
  let finance: TestStaff;
  let daily: string;
  let monthly: string;
  const schedulers: NestFastifyApplication[] = [];

  beforeAll(async () => {
    platform = await startPlatform({
      apps: APPS,
      env: { RATE_LIMITS: 'false', CLOCK_GUARD: 'on' },
    });
    await platform.holdJobs();
    desk = new AutopayDesk(platform, await platform.merchant());
    payer = await platform.signUp();
    await platform.fund(payer, 'NGN', '1000000.00');
    finance = await platform.staff('finance');
    daily = await desk.plan({ interval: 'daily' });
    monthly = await desk.plan();
    for (const clock of Object.values(clocks)) schedulers.push(await furtherScheduler(platform, clock));
  });
  afterAll(async () => {
    for (const scheduler of schedulers) await scheduler.close();
    await platform?.proveAndStop();
  });

  /** Both at once, until nothing is due for them. */
  async function bill(): Promise<void> {
    const jobs = schedulers.map((scheduler) => scheduler.get(BillSubscriptions, { strict: false }));
    for (let done = 1; done > 0;)
      done = (await Promise.all(jobs.map((job) => job.run()))).reduce((sum, count) => sum + count, 0);
  }

  /** Does what was done so long ago, in the time of then. */
  async function ago<T>(ms: number, work: () => Promise<T>): Promise<T> {
    platform.clock.advance({ ms: -ms });
    try {
      return await work();
    } finally {
      platform.clock.advance({ ms });
    }
  }

  /** Whether staff had something to release, with its causes. */
  async function release(): Promise<string[]> {
    const { token } = finance;
    const section = 'admin.php?section=subscriptions&action=';
    const { holds } = (await platform.get('business', `${section}charge-holds`, { token })).body as {
      holds: { id: string; cause: string }[];
    };
    for (const { id } of holds) {
      const body = { id, reason: 'The clocks were checked' };
      expect((await platform.post('business', `${section}release-charges`, body, { token })).status).toBe(
        200,
      );
    }
    return holds.map(({ cause }) => cause);
  }

  /** Cycles that were billed, and whether each is paid; each is booked as often as it is paid, which is once or never. */
  async function cycles(made: Autopaid): Promise<string> {
    const rows = await platform.sql<{ cycle: number; paid: boolean; booked: number }>(
      `SELECT i.cycle, i.status = 'paid' AS paid, count(j.id)::int AS booked FROM subscription_invoices i
         LEFT JOIN ledger.journals j ON j.related_type = 'subscription_invoice' AND j.related_id = i.invoice_id
        WHERE i.subscription_id = $1 GROUP BY i.id ORDER BY i.cycle`,
      [made.subscription_id],
    );
    for (const { paid, booked } of rows) expect(booked).toBe(paid ? 1 : 0);
    return rows.map(({ cycle, paid }) => `${cycle}${paid ? ' paid' : ''}`).join(', ');
  }

  describe('schedulers with clocks apart', () => {
    let soon: { silent: Autopaid; link: Autopaid };
    let due: { silent: Autopaid; link: Autopaid };
    const all = async () => [
      ...[await cycles(soon.silent), await cycles(soon.link)],
      ...[await cycles(due.silent), await cycles(due.link)],
    ];

    beforeAll(async () => {
      const pair = async () => ({
        silent: await desk.authorized(payer, daily),
        link: await desk.subscribed(daily),
      });
      soon = await ago(DAY_MS - 3 * MINUTE_MS, pair);
      due = await ago(DAY_MS + 5 * MINUTE_MS, pair);
    });

    it('bill nothing early while they are ten minutes ahead and behind, and charge no wallet', async () => {
      clocks.ahead.advance({ minutes: 10 });
      clocks.behind.advance({ minutes: -10 });
      await bill();
      expect(await release()).toEqual(['clock_difference']);
      // The next run finds the same clocks.
      await bill();
      expect(await all()).toEqual(['0 paid', '0', '0 paid', '0, 1']);
      clocks.ahead.advance({ minutes: -10 });
      clocks.behind.advance({ minutes: 10 });
    });

    it('end no link early while they are ten minutes ahead and behind', async () => {
      const ending = await ago(3 * DAY_MS - 5 * MINUTE_MS, () => desk.subscribed(monthly));
      const ended = await ago(3 * DAY_MS + 5 * MINUTE_MS, () => desk.subscribed(monthly));
      clocks.ahead.advance({ minutes: 10 });
      clocks.behind.advance({ minutes: -10 });
      for (const scheduler of schedulers)
        for (const job of [ExpireSessions, FailUnpaidInvoices])
          await scheduler.get(job, { strict: false }).run();
      const links = await Promise.all([ending, ended].map((made) => linkOf(made)));
      expect(links).toEqual(['created pending', 'failed expired']);
      clocks.ahead.advance({ minutes: -10 });
      clocks.behind.advance({ minutes: 10 });
    });

    it('charge once what is due while they are four minutes ahead and behind, and nothing early', async () => {
      expect(await release()).toEqual(['clock_difference']);
      clocks.ahead.advance({ minutes: 4 });
      clocks.behind.advance({ minutes: -4 });
      await bill();
      expect(await all()).toEqual(['0 paid', '0', '0 paid, 1 paid', '0, 1']);
      clocks.ahead.advance({ minutes: -4 });
      clocks.behind.advance({ minutes: 4 });
      await bill();
      expect(await all()).toEqual(['0 paid', '0', '0 paid, 1 paid', '0, 1']);
      expect(await release()).toEqual([]);
    });
  });

  it.each(OUTAGES)('charge the running cycle once after %i days without a run', async (days) => {
    const outage = days * DAY_MS;
    const poor = await platform.signUp();
    await platform.fund(poor, 'NGN', '5000.00');
    const noon = outage + DAY_MS / 2;
    const overdue = await ago(noon + DAY_MS, () => desk.authorized(poor, daily));
    await ago(noon, () => unguarded(() => platform.inside('scheduler', BillSubscriptions).run()));
    expect(await cycles(overdue)).toBe('0 paid, 1');
    await platform.fund(poor, 'NGN', '50000.00');
    const [silent, link] = await ago(noon, async () => [
      await desk.authorized(payer, daily),
      await desk.authorized(payer, daily),
    ]);
    // Its owner stopped the charges, so that every cycle is billed by a link.
    await ago(noon, () => desk.stopAutopay(payer, link));
    const month = await ago(outage + 30 * DAY_MS, () => desk.authorized(payer, monthly));

    await platform.sql(
      `INSERT INTO charge_heartbeat (at) VALUES (now() - make_interval(days => $1))
       ON CONFLICT (singleton) DO UPDATE SET at = excluded.at`,
      [days],
    );
    await bill();
    // Links need no release. Where a cycle has passed, the next one waits until the first link is paid or has ended.
    const links = days > 2 ? '0 paid, 1' : '0 paid, 1, 2';
    expect([await cycles(silent), await cycles(link), await cycles(overdue)]).toEqual([
      ...['0 paid', links, '0 paid, 1'],
    ]);
    expect(await release()).toEqual(['interruption']);
    await bill();
    // The overdue cycle first, then the running one; those between them are never charged.
    expect([await cycles(silent), await cycles(overdue)]).toEqual([
      `0 paid, ${days} paid`,
      `0 paid, 1 paid, ${days + 1} paid`,
    ]);
    const running = await runningCycle(month);
    expect(await cycles(month)).toBe(`0 paid, ${running} paid`);
    expect(running).toBe(monthsSince(outage + 30 * DAY_MS));
    await bill();
    expect(await cycles(silent)).toBe(`0 paid, ${days} paid`);
    expect(await cycles(link)).toBe(links);
    expect(await release()).toEqual([]);
    report(`renewals: an outage of ${days} days, each due cycle charged once`);
  });

  async function linkOf({ subscription_id }: Autopaid): Promise<string> {
    const [row] = await platform.sql<{ states: string }>(
      `SELECT i.status || ' ' || s.status AS states FROM subscription_invoices i
         JOIN checkout_sessions s ON s.session_id = i.checkout_session_id WHERE i.subscription_id = $1`,
      [subscription_id],
    );
    return row!.states;
  }

  /** Whole months from so long ago to now, counted on calendar fields. */
  function monthsSince(ms: number): number {
    const [from, now] = [new Date(Date.now() - ms), new Date()];
    const months =
      (now.getUTCFullYear() - from.getUTCFullYear()) * 12 + now.getUTCMonth() - from.getUTCMonth();
    const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
    const day = Math.min(from.getUTCDate(), lastDay);
    const began = Date.UTC(
      ...([now.getUTCFullYear(), now.getUTCMonth(), day] as const),
      ...([from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()] as const),
    );
    return began <= now.getTime() ? months : months - 1;
  }

  async function runningCycle({ subscription_id }: Autopaid): Promise<number> {
    const [row] = await platform.sql<{ cycle: number }>(
      'SELECT cycle FROM subscriptions WHERE subscription_id = $1 AND due_at > now()',
      [subscription_id],
    );
    return row!.cycle;
  }

  /** Without the guard, because the clock of the test is days behind. */
  async function unguarded(work: () => Promise<unknown>): Promise<void> {
    const env = platform.config.env as { CLOCK_GUARD: string };
    env.CLOCK_GUARD = 'off';
    await work();
    env.CLOCK_GUARD = 'on';
  }
});
