import { OutboxRelay } from '@app/write-path';
import { PullRates } from '@app/fx';
import { PaymentReportVerificationService } from '@app/analytics';
import { MovementFoldingService, MovementSumsQueries, RollupVerificationService } from '@app/ledger';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { runPage } from '../../support/doc-commands';
import { HeldLock } from '../../support/held-lock';
import { CARDS } from '../../support/test-cards';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';

/** Reports of one merchant who was paid by card and by transfer, and of a person who pays. */
describe('analytics.php', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let payer: TestMerchant;
  let shop: Shop;
  beforeAll(async () => {
    platform = await startPlatform({ env: { DATABASE_TIMEOUT_SECONDS: '5' } });
    await platform.holdJobs();
    merchant = await platform.merchant();
    payer = await platform.merchant();
    await platform.fund(payer, 'NGN', '10000.00');
    shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  });
  afterAll(async () => {
    const pool = platform.inside('business', MovementSumsQueries)['pool'];
    expect((await new RollupVerificationService(pool).verify()).faults).toEqual([]);
    expect((await new PaymentReportVerificationService(pool).verify()).faults).toEqual([]);
    await platform.proveAndStop();
  });

  const report = async (action: string, query = '', key = merchant.live.secret_key) => {
    const { status, body, text } = await platform.get('business', `analytics.php?action=${action}${query}`, {
      key,
    });
    if (status !== 200) throw new Error(`${action}: ${status} ${text}`);
    return body;
  };
  const refused = async (action: string, query: string, options: { key?: string; token?: string } = {}) => {
    const credentials = options.key || options.token ? options : { key: merchant.live.secret_key };
    const { status, body } = await platform.get(
      'business',
      `analytics.php?action=${action}${query}`,
      credentials,
    );
    return `${status} ${body.error_code}`;
  };
  const sell = async (amount: number, number: string, customer_email: string) => {
    const session = await shop.open({ amount, customer_email });
    return shop.pay(session, number);
  };
  const transfer = (amount: number) =>
    platform.post(
      'business',
      'wallet.php?action=transfer',
      { recipient: merchant.usertag, amount },
      { key: payer.live.secret_key },
    );
  const fold = async () => {
    await platform.sealJournals();
    await platform.inside('scheduler', MovementFoldingService).fold();
  };
  const relay = () => platform.inside('scheduler', OutboxRelay).drain();

  it('answers zeros before anything has moved', async () => {
    const body = await report('overview', '&period=7d');
    expect(body).toMatchObject({
      success: true,
      currency: 'NGN',
      timezone: 'UTC',
      provisional: true,
      inflow: 0,
      outflow: 0,
      net: 0,
      transactions: 0,
      successful_payments: 0,
      failed_payments: 0,
      success_rate: 0,
      average_payment: 0,
      new_customers: 0,
      change: { inflow: 0, success_rate: 0, new_customers: 0 },
    });
    const { points, granularity } = await report('revenue-chart', '&period=7d');
    expect([granularity, points.length]).toEqual(['day', 7]);
    expect((await report('flows')).data).toHaveLength(30);
    expect((await report('breakdown')).data).toEqual([]);
    expect((await report('top-senders')).data).toEqual([]);
  });

  it('has each figure at once, and the same after the follower and the relay', async () => {
    await sell(100, CARDS.approved, 'ada@example.com');
    await sell(50.5, CARDS.approved, 'ADA@example.com');
    await sell(10, CARDS.declined, 'eve@example.com');
    await transfer(20);
    const read = async () => ({
      overview: await report('overview', '&period=7d'),
      chart: await report('revenue-chart', '&period=7d&granularity=hour'),
      flows: await report('flows', '&period=7d'),
      breakdown: await report('breakdown', '&period=7d'),
      senders: await report('top-senders'),
    });
    const steady = ({ period: _, ...rest }: Record<string, unknown>) => rest;
    const before = await read();
    expect(before.overview).toMatchObject({
      inflow: 170.5,
      outflow: 0,
      net: 170.5,
      transactions: 3,
      successful_payments: 2,
      failed_payments: 1,
      success_rate: 66.67,
      average_payment: 75.25,
      new_customers: 1,
      change: { inflow: null, outflow: 0, success_rate: null },
    });
    const sold = before.chart.points.filter(({ count }: { count: number }) => count > 0);
    expect(sold.reduce((sum: number, point: { amount: number }) => sum + point.amount, 0)).toBe(170.5);
    expect(before.flows.data.at(-1)).toMatchObject({ inflow: 170.5, outflow: 0, net: 170.5 });
    expect(before.breakdown.data).toEqual([
      { type: 'checkout', count: 2, in: 150.5, out: 0, share: 88.27 },
      { type: 'transfer', count: 1, in: 20, out: 0, share: 11.73 },
    ]);
    expect(before.senders.data).toEqual([
      { usertag: payer.usertag, name: expect.any(String), type: 'business', amount: 20, count: 1 },
    ]);
    await relay();
    expect(steady((await read()).overview)).toEqual(steady(before.overview));
    await fold();
    const after = await read();
    for (const name of ['overview', 'chart', 'flows', 'breakdown', 'senders'] as const)
      expect(steady(after[name])).toEqual(steady(before[name]));
  });

  it('compares with the period before, and counts a customer only once', async () => {
    platform.clock.advance({ days: 7 });
    await sell(100, CARDS.approved, 'ada@example.com');
    await sell(241, CARDS.approved, 'new@example.com');
    const { change, ...now } = await report('overview', '&period=7d');
    expect(now).toMatchObject({ inflow: 341, successful_payments: 2, new_customers: 1, success_rate: 100 });
    expect(change).toMatchObject({ inflow: 100, new_customers: 0, success_rate: 50, failed_payments: -100 });
    await relay();
    await fold();
    expect((await report('overview', '&period=7d')).new_customers).toBe(1);
  });

  it('says of a period whether movements may still come, until 60 seconds after its end', async () => {
    const today = new Date(platform.clock.now()).toISOString().slice(0, 10);
    const midnight = Date.parse(today) + 86_400_000;
    const isProvisional = async () =>
      (await report('overview', `&period=custom&from=${today}&to=${today}`)).provisional as boolean;
    const found = [];
    for (const at of [midnight - 60_000, midnight + 1000, midnight + 61_000]) {
      platform.clock.advance({ ms: at - platform.clock.now().getTime() });
      found.push(await isProvisional());
    }
    expect(found).toEqual([true, true, false]);
  });

  it('has the days of the asked time zone, and shows reversals on the day they are made', async () => {
    const lagos = await report('flows', '&period=7d&timezone=Asia/Kathmandu');
    expect(lagos.period.from).toMatch(/T18:15:00.000Z$/);
    const staff = await platform.staff('finance');
    await platform.inside('scheduler', PullRates).run();
    const { body } = await transfer(30);
    const reversed = await platform.post(
      'business',
      'admin.php?section=ledger&action=reverse',
      { transaction_id: body.transaction_id, reason: 'a mistake' },
      { token: staff.token },
    );
    expect(reversed.status).toBe(200);
    const today = new Date(platform.clock.now()).toISOString().slice(0, 10);
    const chart = await report('revenue-chart', `&period=custom&from=${today}&to=${today}`);
    expect(chart.points).toHaveLength(1);
    expect(chart.points[0]).toMatchObject({ reversed: 30 });
    const breakdown = await report('breakdown', `&period=custom&from=${today}&to=${today}`);
    expect(breakdown.data).toContainEqual(
      expect.objectContaining({ type: 'reversal', count: 1, in: 0, out: 30 }),
    );
  });

  it('answers the commands of docs/guides/reports.md', async () => {
    const [stdout] = await runPage('guides/reports.md', platform, { merchant });
    expect(stdout).toContain('"successful_payments":');
    expect(stdout).toContain('"timezone":"Africa/Lagos"');
    expect(stdout).toMatch(/"url":"[^"]*\/report\/[\w-]+","expires_at":/);
    expect(stdout).toMatch(/"parts":\[\{"url":/);
  });

  it('refuses periods it cannot report on, and more buckets than fit a chart', async () => {
    expect(await refused('overview', '&period=custom')).toBe('400 VALIDATION_ERROR');
    expect(await refused('overview', '&period=custom&from=2026-01-01')).toBe('400 VALIDATION_ERROR');
    expect(await refused('overview', '&period=fortnight')).toBe('400 VALIDATION_ERROR');
    expect(await refused('overview', '&timezone=Nowhere/Atall')).toBe('400 VALIDATION_ERROR');
    expect(await refused('revenue-chart', '&period=12m&granularity=hour')).toBe('400 VALIDATION_ERROR');
    expect(await refused('overview', '&currency=GHS')).toBe('404 NOT_FOUND');
  });

  it.each([
    ['overview', '&period=custom&from=1970-01-01&to=2999-12-31', 200],
    ['overview', '&period=custom&from=1970-01-01&to=1970-01-01&timezone=Africa/Monrovia', 200],
    // A day that this zone left out.
    ['flows', '&period=custom&from=2011-12-29&to=2011-12-31&timezone=Pacific/Apia', 200],
    [
      'revenue-chart',
      '&period=custom&from=2026-04-03&to=2026-04-07&granularity=hour&timezone=Australia/Lord_Howe',
      200,
    ],
    ['breakdown', '&timezone=Etc/GMT-14', 200],
    ['overview', '&period=custom&from=2999-12-31&to=2999-12-31', 200],
    ['overview', '&period=custom&from=9999-12-31&to=9999-12-31', 400],
    ['overview', '&period=custom&from=0000-01-01&to=2026-01-01', 400],
    ['overview', '&period=custom&from=-2026-01-01&to=2026-01-01', 400],
    ['flows', '&period=custom&from=1970-01-01&to=2999-12-31', 400],
    ['overview', '&timezone=%2B05:30', 400],
    ['overview', '&timezone=UTC%00', 400],
    ['overview', '&period=7d&period=30d', 400],
  ])('reads %s%s as %d', async (action, query, status) => {
    const answer = await platform.get('business', `analytics.php?action=${action}${query}`, {
      key: merchant.live.secret_key,
    });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  });

  it('waits for the database for a limited time', async () => {
    const pool = platform.inside('business', POSTGRES_POOL as never) as unknown as Pool;
    await expect(pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    const { DATABASE_URL } = platform.config.env;
    const lock = await HeldLock.take(
      DATABASE_URL,
      'LOCK TABLE ledger.movement_days IN ACCESS EXCLUSIVE MODE',
    );
    expect(await refused('overview', '')).toBe('503 SERVICE_UNAVAILABLE');
    await lock.release();
    expect(await report('overview')).toMatchObject({ success: true });
  });

  it('is for any account, and for keys with the scope; test keys read the live account', async () => {
    const person = await platform.signUp();
    const { status } = await platform.get('app', 'analytics.php?action=overview', { token: person.token });
    expect(status).toBe(200);
    expect(await refused('overview', '', { token: 'none' })).toBe('401 UNAUTHENTICATED');
    const live = await report('overview', '&period=7d');
    const test = await report('overview', '&period=7d', merchant.test.secret_key);
    expect(test.inflow).toBe(live.inflow);
  });
});
