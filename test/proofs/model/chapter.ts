import { LedgerQueries } from '@app/ledger';
import { type Platform, startPlatform } from '../../support/platform';
import { register } from './accounts';
import { sendRefunds } from './escrow-steps';
import { setCheckoutRate, setRates } from './rate-steps';
import { compareEverything } from './read-steps';
import { Service } from './service';
import { letPass } from './step';
import { World } from './world';

/** A fresh platform every so often: jobs that run by the machine's clock stay out of the model's time. */
const STEPS_OF_A_PLATFORM = 20_000;

/** A world with accounts of its own, and what the service's accounts stood at before it. */
export class Chapter {
  private constructor(
    readonly world: World,
    readonly service: Service,
    private readonly before: Map<string, bigint>,
  ) {}

  static async begin(platform: Platform): Promise<Chapter> {
    const service = new Service(platform);
    const world = new World(platform.clock.now().getTime());
    await setRates(world, service, { millionths: 1_000_000n, ageMs: 0 });
    for (const currency of ['NGN', 'USD'] as const) await register(world, service, currency);
    for (const code of ['USD', 'EUR'] as const) {
      await setCheckoutRate(world, service, { code, thousandths: 1_500_000n });
    }
    letPass(world, service, 1000);
    return new Chapter(world, service, await serviceBalances(platform));
  }

  /** Everything that was booked since it began, as its owners read it and as the service stands. */
  async compare(): Promise<void> {
    // Whatever is due goes back before the next one begins.
    await sendRefunds(this.world, this.service);
    await compareEverything(this.world, this.service);
    const after = await serviceBalances(this.service.platform);
    for (const [name, change] of this.world.books.service) {
      expect([name, after.get(name)! - this.before.get(name)!]).toEqual([name, change]);
    }
  }
}

/** Calls `take`, which returns how many steps it took, while it is wanted; the books of each platform are proved. */
export async function onPlatforms(
  isWanted: () => boolean,
  take: (platform: Platform) => Promise<number>,
): Promise<void> {
  while (isWanted()) {
    const platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    try {
      platform.clock.freeze();
      for (let steps = 0; steps < STEPS_OF_A_PLATFORM && isWanted();) steps += await take(platform);
      await platform.verifyBooks();
    } finally {
      await platform.stop();
    }
  }
}

async function serviceBalances(platform: Platform): Promise<Map<string, bigint>> {
  const rows = await platform.inside('business', LedgerQueries).trialBalance();
  return new Map(rows.map(({ code, currency, balance }) => [`${code} ${currency}`, balance.minor]));
}
