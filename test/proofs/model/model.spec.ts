import { LedgerQueries } from '@app/ledger';
import * as fc from 'fast-check';
import { type Platform, startPlatform } from '../../support/platform';
import { amountOf, isLong, report, seed } from '../support/proof';
import { register } from './accounts';
import { setCheckoutRate, setRates } from './rate-steps';
import { compareEverything } from './read-steps';
import { Service } from './service';
import { letPass } from './step';
import { sequences } from './steps';
import { World } from './world';

const STEPS = amountOf('STEPS', { short: 2000, long: 100_000 });
const STEPS_OF_A_RUN = isLong ? 1000 : 500;
/** A fresh platform every so often: jobs that run by the machine's clock stay out of the model's time. */
const STEPS_OF_A_PLATFORM = 20_000;
const SHRINKING_MS = 120_000;

jest.setTimeout(isLong ? 3_600_000 : 240_000);

describe(`random commands (SEED=${seed})`, () => {
  let platform: Platform | undefined;
  let steps = 0;
  let runs = 0;
  const began = performance.now();

  afterAll(async () => {
    await platform?.stop();
    const seconds = Math.round((performance.now() - began) / 1000);
    report(`model: SEED=${seed}, ${steps} steps in ${runs} runs, ${seconds} s`);
  });

  it('answer and book, step by step, what an exact model of the books says', async () => {
    while (steps < STEPS) {
      platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
      platform.clock.freeze();
      const until = Math.min(steps + STEPS_OF_A_PLATFORM, STEPS);
      for (; steps < until; runs++) steps += await run(platform, seed + runs);
      await platform.verifyBooks();
      await platform.stop();
      platform = undefined;
    }
  });
});

/** One sequence of steps, which a seed repeats; returns how many. A failing one is shrunk. */
async function run(platform: Platform, ofSeed: number): Promise<number> {
  let taken = 0;
  const property = fc.asyncProperty(sequences(STEPS_OF_A_RUN), async (sequence) => {
    const service = new Service(platform);
    const world = await begin(service);
    const before = await serviceBalances(platform);
    await fc.asyncModelRun(() => ({ model: world, real: service }), sequence);
    await compareEverything(world, service);
    const after = await serviceBalances(platform);
    for (const [name, change] of world.books.service) {
      expect([name, after.get(name)! - before.get(name)!]).toEqual([name, change]);
    }
    taken = world.steps;
  });
  await fc.assert(property, {
    ...{ seed: ofSeed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: SHRINKING_MS },
  });
  return taken;
}

/** Accounts of their own for every sequence, so that none depends on the ones before. */
async function begin(service: Service): Promise<World> {
  const world = new World(service.platform.clock.now().getTime());
  await setRates(world, service, { millionths: 1_000_000n, ageMs: 0 });
  for (const currency of ['NGN', 'USD'] as const) await register(world, service, currency);
  for (const code of ['USD', 'EUR'] as const) {
    await setCheckoutRate(world, service, { code, thousandths: 1_500_000n });
  }
  letPass(world, service, 1000);
  return world;
}

async function serviceBalances(platform: Platform): Promise<Map<string, bigint>> {
  const rows = await platform.inside('business', LedgerQueries).trialBalance();
  return new Map(rows.map(({ code, currency, balance }) => [`${code} ${currency}`, balance.minor]));
}
