import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { appEnvironment, AppProcess } from '../support/app-process';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { Merchants } from './merchants';
import { type Manner, MANNERS, Receivers } from './receivers';

const DELIVERIES = amountOf('DELIVERIES', { short: 4000, long: 1_000_000 });
const PER_ENDPOINT = Math.ceil(DELIVERIES / MANNERS.length);
/**
 * Events per merchant while all endpoints behave, and again while half misbehave. It is a fraction of the workers'
 * capacity, so that a delay of the healthy endpoints is caused by the others and not by load.
 */
const GENTLY = { each: Math.ceil(PER_ENDPOINT / (isLong ? 50 : 10)), atATime: 2, everyMs: 100 };
/** More than the workers can send. */
const IN_A_RUSH = { each: PER_ENDPOINT - 2 * GENTLY.each, atATime: 20, everyMs: isLong ? 100 : 120 };
const KILLS = amountOf('KILLS', { short: 3, long: 30, least: 3 });
const WORKERS = 2;

jest.setTimeout(isLong ? 3 * 3_600_000 : SHORT_LIMIT_MS);

/**
 * Real schedulers deliver to twenty endpoints, half of which misbehave, and are killed during the run. At the end the
 * misbehaving ones recover, and every delivery must have arrived.
 */
describe(`webhook deliveries (SEED=${seed})`, () => {
  const random = new Random(seed);
  const secretOf = (n: number) => `whsec_${Buffer.alloc(32, n + 1).toString('base64')}`;
  const closes = mkdtempSync(path.join(os.tmpdir(), 'payments-closes-'));
  const workers: AppProcess[] = [];
  let database: TestDatabase;
  let receivers: Receivers;
  let merchants: Merchants;
  let undisturbed: string;
  let disturbed: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    receivers = await Receivers.open(150, secretOf);
    merchants = await Merchants.open(database.url);
    await merchants.settle(receivers);
    const env = appEnvironment({
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '6',
      REDIS_URL: '',
      CLOSES_DIR: closes,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_TIMEOUT_SECONDS: '5',
    });
    for (let n = 0; n < WORKERS; n++) workers.push(await AppProcess.at('scheduler', env));
    for (const worker of workers) worker.launch();
    await Promise.all(workers.map((worker) => worker.ready()));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await merchants?.close();
    await receivers?.close();
    await database?.drop();
    rmSync(closes, { recursive: true, force: true });
  });

  it('reach the healthy endpoints, whatever the others do', async () => {
    receivers.recovered = true;
    await traffic(GENTLY);
    await until(() => receivers.taken === MANNERS.length * GENTLY.each);
    undisturbed = timesOf(receivers);
    for (const box of receivers.boxes) box.latencies = [];
    receivers.recovered = false;
    await traffic(GENTLY);
    await until(() => takenBy('healthy') === 10 * 2 * GENTLY.each);
    disturbed = timesOf(receivers);
  });

  it('reach all endpoints that respond, whichever process is killed', async () => {
    await Promise.all([killSome(), traffic(IN_A_RUSH)]);
    await expireClaims();
    await until(() => takenBy('healthy', 'slow') === 13 * PER_ENDPOINT);
  });

  it('reach the other endpoints after they recover, without loss', async () => {
    receivers.recovered = true;
    await until(async () => {
      await merchants.sql(
        `UPDATE webhook_deliveries SET due_at = now() WHERE status = 'pending' AND due_at > now() AND claim IS NULL`,
      );
      return (
        (await merchants.sql(`SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 1`)).length ===
        0
      );
    }, 500);
    const standing = await merchants.sql(
      `SELECT status, count(*)::int AS count FROM webhook_deliveries GROUP BY status`,
    );
    expect(standing).toEqual([{ status: 'delivered', count: merchants.sent }]);
    expect(receivers.taken).toBe(MANNERS.length * PER_ENDPOINT);
    for (const { taken, forged } of receivers.boxes) expect([taken.size, forged]).toEqual([PER_ENDPOINT, 0]);
  });

  it('arrive under their first ids and numbers: 1 to n for each app', async () => {
    const rows = await merchants.sql<{ endpoint_id: string; ids: string[] }>(
      'SELECT endpoint_id, array_agg(event_id::text) AS ids FROM webhook_deliveries GROUP BY endpoint_id',
    );
    const ids = new Map(rows.map((row) => [row.endpoint_id, row.ids.sort()]));
    receivers.boxes.forEach(({ taken, sequences }, n) => {
      expect([...taken.keys()].sort()).toEqual(ids.get(merchants.all[n]!.endpointId));
      expect([sequences.size, Math.max(...sequences)]).toEqual([PER_ENDPOINT, PER_ENDPOINT]);
    });
  });

  it('keep the order of events about one object', () => {
    expect(receivers.boxes.map(({ disordered }) => disordered)).toEqual(MANNERS.map(() => 0));
  });

  it('are repeated only where a worker was killed or could not record the delivery in time', () => {
    const sum = (pick: (box: Receivers['boxes'][0]) => number) =>
      receivers.boxes.reduce((total, box) => total + pick(box), 0);
    const repeated = sum((box) => box.repeated);
    report(
      `deliveries: SEED=${seed}, ${merchants.sent} delivered to ${MANNERS.length} endpoints, 0 lost, ${repeated} repeated, ` +
        `${sum((box) => box.refused)} tries refused, ${KILLS} kills; from event to arrival at the healthy, median ` +
        `and 95th percentile: ${undisturbed} ms while all are healthy, ${disturbed} ms while half misbehave`,
    );
    // The deliveries that one process can have in progress, at each kill.
    expect(repeated).toBeLessThanOrEqual(KILLS * 4096);
  });

  function takenBy(...manners: Manner[]): number {
    const boxes = receivers.boxes.filter(({ manner }) => manners.includes(manner));
    return boxes.reduce((sum, { taken }) => sum + taken.size, 0);
  }

  /** Creates events for each endpoint, a few at a time. */
  async function traffic({ each, atATime, everyMs }: typeof GENTLY): Promise<void> {
    for (let done = 0; done < each; done += atATime) {
      await merchants.happen(merchants.all, Math.min(atATime, each - done));
      await pause(everyMs);
    }
  }

  async function killSome(): Promise<void> {
    const span = (IN_A_RUSH.each / IN_A_RUSH.atATime) * IN_A_RUSH.everyMs;
    for (let n = 0; n < KILLS; n++) {
      await pause(random.between(Math.floor(span / KILLS / 4), Math.floor(span / KILLS)));
      const worker = random.of(workers);
      await worker.kill();
      worker.launch();
      await worker.ready();
    }
  }

  /** Frees the claims of a killed worker at once, instead of after their expiry. */
  async function expireClaims(): Promise<void> {
    await merchants.sql(
      `UPDATE webhook_deliveries SET claimed_until = now() WHERE status = 'pending' AND claim IS NOT NULL`,
    );
  }
});

/** Time from event to arrival at the healthy endpoints: median and 95th percentile. */
function timesOf({ boxes }: Receivers): string {
  const all = boxes
    .filter(({ manner }) => manner === 'healthy')
    .flatMap(({ latencies }) => latencies)
    .sort((a, b) => a - b);
  return [0.5, 0.95].map((share) => all[Math.floor(all.length * share)]).join(' and ');
}

async function until(holds: () => boolean | Promise<boolean>, everyMs = 50): Promise<void> {
  while (!(await holds())) await pause(everyMs);
}
