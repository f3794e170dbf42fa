import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { AppProcess } from '../support/app-process';
import { amountOf, isLong, report, SHORT_LIMIT_MS } from '../support/proof';
import { schedulerProcess } from '../support/scheduler-process';
import { type Customer, Space } from './space';
import { SpaceReceiver } from './space-receiver';

const DAYS = isLong ? 366 : 65;
const KILLS = amountOf('KILLS', { short: 2, long: 20, least: 2 });
/** A kill comes with every so many events of the space. */
const EVENTS_PER_KILL = 3;
/** Of a process on a machine that does much else. */
const START_MS = 240_000;
const CUSTOMERS: readonly Customer[] = ['ada', 'ben', 'cy', 'dan', 'eve'];
const FROM = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 31, 9, 30));

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

describe('schedulers that move test clocks', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  let receiver: SpaceReceiver;
  const schedulers: AppProcess[] = [];

  beforeAll(async () => {
    platform = await startPlatform({
      apps: ['business', 'checkout', 'sandbox'],
      env: { RATE_LIMITS: 'false' },
    });
    merchant = await platform.merchant();
    receiver = await SpaceReceiver.start();
    await start();
  });
  afterAll(async () => {
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    await receiver?.stop();
    await platform?.proveAndStop();
  });

  /** Starts two schedulers. */
  async function start(): Promise<void> {
    // A step waits so long for a delivery that a killed scheduler had begun.
    const webhooks = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_SECONDS: '120' };
    for (let n = 0; n < 2; n++) schedulers.push(await schedulerProcess(platform, webhooks));
    for (const scheduler of schedulers) scheduler.launch();
    await Promise.all(schedulers.map((scheduler) => scheduler.ready(START_MS)));
  }

  it('leave nothing undone and do nothing twice when they are killed amid an advance', async () => {
    const calm = await Space.open(platform, merchant, receiver, 1);
    await calm.story(FROM, DAYS, CUSTOMERS);
    const undisturbed = await calm.log();

    const space = await Space.open(platform, merchant, receiver, 2);
    let [events, kills] = [0, 0];
    receiver.before(space.app.app_id, async () => {
      if (++events % EVENTS_PER_KILL !== 0 || kills === KILLS) return;
      const victim = schedulers[kills++ % schedulers.length]!;
      await victim.kill();
      victim.launch();
      // At once, instead of when lease and claims end.
      await platform.sql(`UPDATE test_clocks SET lease_until = now() WHERE status = 'advancing'`);
      await platform.sql(
        `UPDATE webhook_deliveries SET claimed_until = now() WHERE status = 'pending' AND claim IS NOT NULL`,
      );
    });
    const state = await space.story(FROM, DAYS, CUSTOMERS);
    expect(kills).toBe(KILLS);
    expect(await space.log()).toEqual(undisturbed);
    for (const who of CUSTOMERS) expect(await space.billed(who)).toEqual(await calm.billed(who));
    expect(state.outstanding).toEqual([]);
    expect(receiver.faults).toEqual([]);
    report(`test clock: ${kills} kills amid an advance of ${DAYS} days, the same events as without`);
  });
});
