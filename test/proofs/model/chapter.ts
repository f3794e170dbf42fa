import { PaymentReportVerificationService } from '@app/analytics';
import { POSTGRES_POOL } from '@app/database';
import { MovementFoldingService, LedgerQueries, RollupVerificationService } from '@app/ledger';
import type { Pool } from 'pg';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { register } from './accounts';
import { holdCompanyEvents } from './card-charge-steps';
import { sendRefunds } from './escrow-steps';
import { compareInvoices } from './invoice-steps';
import { compareLinks } from './link-steps';
import { setCheckoutRate, setNairaSpread, setRates, SPREAD_CURRENCIES } from './rate-steps';
import { compareEverything } from './read-steps';
import { Service } from './service';
import { letPass, type Step } from './step';
import { compareSubscriptions } from './subscription-steps';
import { World } from './world';

/** Steps after which a new platform is started, so that jobs on the machine's clock do not affect the model's time. */
const STEPS_OF_A_PLATFORM = 20_000;

/** New accounts, and the balances of the service's accounts before them. */
export class Chapter {
  private constructor(
    readonly world: World,
    readonly service: Service,
    private readonly before: Map<string, bigint>,
  ) {}

  /** `first`: a step that each chapter begins with. */
  static async begin(platform: Platform, first: Step): Promise<Chapter> {
    const service = new Service(platform);
    const world = new World(platform.clock.now().getTime());
    await setRates(world, service, { millionths: 1_000_000n, ageMs: 0 });
    for (const currency of ['NGN', 'USD'] as const) await register(world, service, currency);
    for (const code of ['USD', 'EUR'] as const) {
      await setCheckoutRate(world, service, { code, thousandths: 1_500_000n });
    }
    // The platform keeps what an earlier world has set.
    for (const code of SPREAD_CURRENCIES) await setNairaSpread(world, service, { code, basisPoints: 0 });
    letPass(world, service, 1000);
    const before = await serviceBalances(platform);
    await first.run(world, service);
    // Time has passed, and a rate is not served for long.
    await setRates(world, service, { millionths: 1_000_000n, ageMs: 0 });
    return new Chapter(world, service, before);
  }

  /** Checks all bookings since the beginning, in the histories of their owners and on the service's accounts. */
  async compare(): Promise<void> {
    // Due refunds are sent before the next world begins.
    await sendRefunds(this.world, this.service);
    // Bills that are new have ids, which the histories show.
    await compareSubscriptions(this.world, this.service);
    await compareEverything(this.world, this.service);
    await compareInvoices(this.world, this.service);
    await compareLinks(this.world, this.service);
    const after = await serviceBalances(this.service.platform);
    for (const [name, change] of this.world.books.service) {
      expect([name, after.get(name)! - this.before.get(name)!]).toEqual([name, change]);
    }
  }
}

/** Calls `take`, which returns a number of steps, while `mayContinue` holds. Verifies the ledger of each platform. */
export async function onPlatforms(
  mayContinue: () => boolean,
  take: (platform: Platform) => Promise<number>,
): Promise<void> {
  while (mayContinue()) {
    const platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    try {
      // Steps run what is due.
      await platform.holdJobs();
      platform.clock.freeze();
      await holdCompanyEvents(platform);
      for (let steps = 0; steps < STEPS_OF_A_PLATFORM && mayContinue();) steps += await take(platform);
      await platform.verifyBooks();
      await verifyReports(platform);
    } finally {
      await platform.stop();
    }
  }
}

/** Reports equal a scan where the last step left their follower, and after it has followed everything. */
async function verifyReports(platform: Platform): Promise<void> {
  const pool = platform.inside('scheduler', POSTGRES_POOL as never) as Pool;
  const faults = async () => [
    ...(await new RollupVerificationService(pool).verify()).faults,
    ...(await new PaymentReportVerificationService(pool).verify()).faults,
  ];
  expect(await faults()).toEqual([]);
  await platform.sealJournals();
  await platform.inside('scheduler', MovementFoldingService).fold();
  expect(await faults()).toEqual([]);
}

async function serviceBalances(platform: Platform): Promise<Map<string, bigint>> {
  const rows = await platform.inside('business', LedgerQueries).trialBalance();
  return new Map(rows.map(({ code, currency, balance }) => [`${code} ${currency}`, balance.minor]));
}
