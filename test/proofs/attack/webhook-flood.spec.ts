import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { httpClient } from '../../support/http-client';
import { appEnvironment, AppProcess } from '../support/app-process';
import { isLong, report, SHORT_LIMIT_MS } from '../support/proof';
import { FloodedMerchants } from './flooded-merchants';
import { FloodReceiver } from './flood-receiver';

/** Endpoints of one account that never respond. */
const HANGING = isLong ? 1000 : 200;
const QUIET_EVENTS = isLong ? 400 : 20;
const FLOODED_EVENTS = isLong ? 800 : 40;
const EVERY_MS = 60;
/** The events of the victim between two of the attacker, each of which goes to all of its endpoints. */
const PER_FLOOD = 20;
/** Requests to the API during the flood: one for so many events of the victim. */
const PER_REQUEST = 4;
/** `PLACES.test.share` of libs/webhooks: what one account may have under way in test mode. */
const TEST_SHARE = 16;
const PASSWORD = 'correct horse battery';

jest.setTimeout(isLong ? 30 * 60_000 : SHORT_LIMIT_MS);

/**
 * A test merchant registers endpoints that never respond, and makes events for them all the time. The deliveries of
 * another merchant and the requests to the API must not notice.
 */
describe('a flood of webhooks that hang', () => {
  const closes = mkdtempSync(path.join(os.tmpdir(), 'payments-closes-'));
  const apps: AppProcess[] = [];
  let database: TestDatabase;
  let receiver: FloodReceiver;
  let merchants: FloodedMerchants;
  let api: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    receiver = await FloodReceiver.open();
    merchants = await FloodedMerchants.open(database.url);
    const env = appEnvironment({
      DATABASE_URL: database.url,
      REDIS_URL: '',
      CLOSES_DIR: closes,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...(!isLong && { WEBHOOK_TIMEOUT_SECONDS: '2' }),
    });
    for (const name of ['scheduler', 'business-api'] as const) apps.push(await AppProcess.at(name, env));
    api = apps[1]!.url;
    for (const app of apps) app.launch();
    await Promise.all(apps.map((app) => app.ready()));
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await merchants?.close();
    await receiver?.close();
    await database?.drop();
    rmSync(closes, { recursive: true, force: true });
  });

  it('delays no other account, and turns no request into a failure', async () => {
    const victim = await merchants.merchant('live', 1, receiver.urlOf('prompt'));
    const attacker = await merchants.merchant('test', HANGING, receiver.urlOf('hang'));
    const token = await registered();

    const requests: Promise<number>[] = [];
    // The same traffic in both runs, so that the flood is their only difference.
    const happen = async (n: number) => {
      if (n % PER_REQUEST === 0) requests.push(statusOfWallets(token), statusOfRegistration());
      await merchants.happen(victim);
    };
    await events(QUIET_EVENTS, happen);
    const quiet = await arrived(QUIET_EVENTS);
    await events(FLOODED_EVENTS, async (n) => {
      if (n % PER_FLOOD === 0) await merchants.happen(attacker);
      await happen(n);
    });
    const flooded = await arrived(FLOODED_EVENTS);

    const statuses = await Promise.all(requests);
    const { taken, most } = receiver.hanging;
    report(
      `webhook flood: ${HANGING} hanging endpoints of one account (${taken} requests, at most ${most} at once); from event ` +
        `to arrival at another account, median and 95th percentile: ${quiet.median} and ${quiet.p95} ms quiet, ` +
        `${flooded.median} and ${flooded.p95} ms in the flood, ratio of the 95th percentiles ` +
        `${(flooded.p95 / quiet.p95).toFixed(2)}; ${statuses.length} requests: ${[...new Set(statuses)].join(', ')}`,
    );
    expect(most).toBeLessThanOrEqual(TEST_SHARE);
    expect(most).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  async function events(count: number, happen: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; n < count; n++) {
      await happen(n);
      await pause(EVERY_MS);
    }
  }

  /** Times from event to arrival, after this many arrivals. */
  async function arrived(count: number): Promise<{ median: number; p95: number }> {
    while (receiver.latencies.length < count) await pause(20);
    const sorted = receiver.latencies.splice(0).sort((a, b) => a - b);
    return { median: sorted[Math.floor(count / 2)]!, p95: sorted[Math.floor(count * 0.95)]! };
  }

  async function registered(): Promise<string> {
    const { status, body, text } = await register();
    if (status !== 200) throw new Error(text);
    return String(body.access_token);
  }

  const register = () =>
    httpClient('POST', `${api}/api/auth.php?action=register`, {
      account_type: 'personal',
      email: `victim-${randomUUID()}@example.com`,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Victim',
    });
  const statusOfRegistration = async () => (await register()).status;
  const statusOfWallets = async (token: string) =>
    (await httpClient('GET', `${api}/api/wallet.php?action=wallets`, undefined, { token })).status;
});
