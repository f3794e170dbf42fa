import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { advanceTestClock } from '../../support/test-clock';
import { CardDesk } from '../../e2e/subscriptions/card-desk';
import { amountOf, isLong, report, SHORT_LIMIT_MS } from '../support/proof';

const MAX_EVENTS = 20_000;
/** Events that the app makes; the short form begins with the others. */
const EVENTS = amountOf('EVENTS', { short: 600, long: MAX_EVENTS });
const SUBSCRIPTIONS = 60;
/** One step bills all subscriptions, and a bill has a few events. */
const EVENTS_OF_A_STEP = SUBSCRIPTIONS * 5;

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

describe('A free test key that lets ten years of daily subscriptions pass', () => {
  let platform: Platform;
  let merchant: TestMerchant;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
  });
  afterAll(() => platform?.proveAndStop());

  async function count(sql: string, ...values: unknown[]): Promise<number> {
    const [row] = await platform.sql<{ count: string }>(sql, values);
    return Number(row!.count);
  }
  const megabytes = async () =>
    (await count('SELECT pg_database_size(current_database()) AS count')) / 1_000_000;

  it('is stopped at the quota, and stores nothing more', async () => {
    const desk = new CardDesk(platform, await platform.people.createApp(merchant, 'test'), 'sandbox');
    const plan_id = await desk.plan({ interval: 'daily' });
    for (let i = 0; i < SUBSCRIPTIONS; i++) await desk.attached(plan_id);
    await advanceTestClock(platform, desk.keys.secret_key, { hours: 0, freeze: true });
    const { app_id } = desk.keys;
    await platform.sql('UPDATE app_event_counters SET last = last + $2 WHERE app_id = $1', [
      app_id,
      MAX_EVENTS - EVENTS,
    ]);
    const before = await megabytes();

    const began = performance.now();
    const stopped = await advanceTestClock(platform, desk.keys.secret_key, { days: 3640, freeze: true });
    const seconds = Math.round((performance.now() - began) / 1000);
    expect(stopped).toMatchObject({ status: 'idle', stopped: 'quota' });
    const kept = () => count('SELECT last AS count FROM app_event_counters WHERE app_id = $1', app_id);
    const events = await kept();
    expect(events).toBeGreaterThanOrEqual(MAX_EVENTS);
    expect(events).toBeLessThan(MAX_EVENTS + EVENTS_OF_A_STEP);

    const bills = () => count('SELECT count(*) FROM subscription_invoices WHERE app_id = $1', app_id);
    const made = await bills();
    for (let i = 0; i < 20; i++)
      await advanceTestClock(platform, desk.keys.secret_key, { days: 30, freeze: true });
    await platform.runJobs();
    expect([await kept(), await bills()]).toEqual([events, made]);
    const more = Math.round((await megabytes()) - before);
    report(
      `attack: ${SUBSCRIPTIONS} daily subscriptions, 3640 days: ${made} bills in ${seconds} s, ${more} MB more`,
    );
  });
});
