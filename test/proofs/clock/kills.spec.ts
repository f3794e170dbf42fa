import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { SeveringProxy } from '../../support/severing-proxy';
import type { AppProcess } from '../support/app-process';
import { isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { schedulerProcess } from '../support/scheduler-process';
import { type Customer, Space } from './space';
import { SpaceReceiver } from './space-receiver';

const DAYS = 35;
const CUSTOMERS: readonly Customer[] = ['ada', 'cy'];
const FROM = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 31, 9, 30));
/** Of a process on a machine that does much else. */
const START_MS = 240_000;

/** A round trip: the `turn`-th whose messages contain `about`, or the first with `counted` on a connection with `about`. */
interface Place {
  about: string;
  turn?: number;
  counted?: string;
}

/** Round trips of a scheduler that advances a clock. */
const PLACES = {
  'takes the lease': { about: 'SET holder = $2' },
  'moves the clock': { about: 'frozen_at = $4', turn: 2 },
  'bills the subscriptions': { about: 'JOIN subscriptions t ON t.id = r.id', counted: 'COMMIT' },
  'notes what it did': { about: 'timeline = CASE' },
  'marks the events': { about: 'UPDATE outbox SET relayed_at', counted: 'COMMIT' },
  'renews the lease': { about: 'ran = ran' },
  'stores answers to webhooks': { about: 'WITH tried AS' },
  'ends the advance': { about: "SET status = 'idle'" },
} as const satisfies Record<string, Place>;
type PlaceName = keyof typeof PLACES;
type Kill = [place: PlaceName, side: 'before' | 'after'];

jest.setTimeout(isLong ? 1_200_000 : SHORT_LIMIT_MS);

/** Of the short form: after the clock was moved and nothing was done yet, and one that the seed chooses. */
function kills(random: Random): Kill[] {
  const all = (Object.keys(PLACES) as PlaceName[]).flatMap((place): Kill[] => [
    [place, 'before'],
    [place, 'after'],
  ]);
  const isMoved = ([place, side]: Kill) => place === 'moves the clock' && side === 'after';
  return isLong ? all : [...all.filter(isMoved), random.of(all.filter((kill) => !isMoved(kill)))];
}

// A step waits so long for a delivery that a killed scheduler had begun.
const WEBHOOKS = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_SECONDS: '120' };

describe(`kill -9 of the scheduler that advances a test clock (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let merchant: TestMerchant;
  let receiver: SpaceReceiver;
  let proxy: SeveringProxy;
  let scheduler: AppProcess;
  let undisturbed: string[];
  let spaces = 0;
  let done = 0;

  beforeAll(async () => {
    // No scheduler but those that are killed.
    platform = await startPlatform({
      apps: ['business', 'checkout', 'sandbox'],
      env: { RATE_LIMITS: 'false' },
    });
    merchant = await platform.merchant();
    receiver = await SpaceReceiver.start();
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    scheduler = await schedulerProcess(platform, { ...WEBHOOKS, DATABASE_URL: proxy.url });
    scheduler.launch();
    await scheduler.ready(START_MS);
    const calm = await begun();
    await calm.advance({ days: DAYS });
    undisturbed = await calm.log();
  }, 600_000);
  afterAll(async () => {
    report(`test clock: SEED=${seed}, ${done} kills amid an advance of ${DAYS} days`);
    await scheduler?.stop();
    await proxy?.close();
    await receiver?.stop();
    await platform?.proveAndStop();
  });

  /** A space of its own, whose clock stands still at the beginning of the story. */
  async function begun(): Promise<Space> {
    const space = await Space.open(platform, merchant, receiver, ++spaces);
    await space.begin(FROM, CUSTOMERS);
    return space;
  }

  /** Lease and claims of a process that has ended or stopped end at once, instead of half a minute later. */
  async function endClaims(): Promise<void> {
    await platform.sql(`UPDATE test_clocks SET lease_until = now() WHERE status = 'advancing'`);
    await platform.sql(
      `UPDATE webhook_deliveries SET claimed_until = now() WHERE status = 'pending' AND claim IS NOT NULL`,
    );
  }

  it.each(kills(random))(
    'changes nothing of what happens when it %s, %s the database has done it',
    async (name, side) => {
      const { about, turn = 1, counted }: Place = PLACES[name];
      const space = await begun();
      const killed = new Promise<void>((resolve, reject) => {
        proxy.onBreak = () => void scheduler.kill().then(resolve, reject);
      });
      if (counted === undefined) proxy.arm(turn, side, about);
      else proxy.armFrom(about, turn, side, counted);
      const advanced = space.advance({ days: DAYS });
      await Promise.race([killed, advanced]);
      proxy.disarm();
      expect({ name, isRunning: scheduler.isRunning }).toEqual({ name, isRunning: false });
      await endClaims();
      scheduler.launch();
      await scheduler.ready(START_MS);
      const state = await advanced;
      done += 1;
      expect(Date.parse(state.now) - FROM.getTime()).toBe(DAYS * 86_400_000);
      expect(state.outstanding).toEqual([]);
      expect(await space.log()).toEqual(undisturbed);
      expect(receiver.faults).toEqual([]);
    },
  );

  it('leaves the clock to the process that went on when it moves the clock after its lease has ended', async () => {
    const space = await begun();
    const clock = async () => {
      const sql = 'SELECT holder, frozen_at, steps FROM test_clocks WHERE id = $1';
      return (await platform.sql<{ holder: string }>(sql, [space.app.app_id]))[0]!;
    };
    const reached = proxy.keep('frozen_at = $4');
    const advanced = space.advance({ days: DAYS });
    const move = await reached;
    const { holder } = await clock();
    await endClaims();
    const other = await schedulerProcess(platform, WEBHOOKS);
    const moved = new Promise((resolve) => {
      receiver.before(space.app.app_id, async () => {
        receiver.before(space.app.app_id, () => Promise.resolve());
        // The process that went on waits for the answer to this webhook.
        const before = await clock();
        await move.release();
        resolve({ before, after: await clock() });
      });
    });
    other.launch();
    const { before, after } = (await moved) as Record<'before' | 'after', { holder: string }>;
    const state = await advanced;
    await other.stop();
    expect(before.holder).not.toBe(holder);
    expect(after).toEqual(before);
    expect(Date.parse(state.now) - FROM.getTime()).toBe(DAYS * 86_400_000);
    expect(await space.log()).toEqual(undisturbed);
    expect(receiver.faults).toEqual([]);
  });
});
