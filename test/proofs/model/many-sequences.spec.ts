import * as fc from 'fast-check';
import type { Platform } from '../../support/platform';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Chapter, onPlatforms } from './chapter';
import { firstSteps } from './first-steps';
import { compareBalances } from './read-steps';
import { sequences } from './steps';
import { IN_EACH_RUN, SubscriptionCounts } from './subscription-counts';

const SEQUENCES = amountOf('SEQUENCES', { short: 100, long: 100_000 });
const SEQUENCES_OF_A_CHAPTER = 100;
const CHAPTERS_OF_A_REPORT = 20;
const STEPS_OF_A_SEQUENCE = 8;

jest.setTimeout(isLong ? 4 * 3_600_000 : SHORT_LIMIT_MS);

describe(`Many short sequences of random commands (SEED=${seed})`, () => {
  let chapters = 0;
  let counted = { sequences: 0, steps: 0 };
  const counts = new SubscriptionCounts();
  const began = performance.now();
  const tell = () => {
    const seconds = Math.round((performance.now() - began) / 1000);
    report(
      `model: SEED=${seed}, ${counted.sequences} short sequences of ${counted.steps} steps, ${seconds} s`,
    );
    report(`model: subscriptions in short sequences: ${counts}`);
  };

  afterAll(tell);

  it('result in the balances of the model, each begun where the last one ended', () =>
    onPlatforms(
      () => counted.sequences < SEQUENCES,
      async (platform) => {
        const taken = await run(platform, seed + chapters++, counts);
        counted = {
          sequences: counted.sequences + taken.sequences,
          steps: counted.steps + taken.steps,
        };
        if (chapters % CHAPTERS_OF_A_REPORT === 0) tell();
        return taken.steps;
      },
    ));

  it.each(IN_EACH_RUN)('include %s', (name) => expect(counts.of(name)).toBeGreaterThan(0));
});

/**
 * Runs sequences on one set of accounts, which the seed reproduces. Sequences without a possible step are not counted.
 */
async function run(
  platform: Platform,
  ofSeed: number,
  counts: SubscriptionCounts,
): Promise<{ sequences: number; steps: number }> {
  const [first] = fc.sample(firstSteps, { seed: ofSeed, numRuns: 1 });
  const chapter = await Chapter.begin(platform, first!);
  const { world, service } = chapter;
  let taken = 0;
  const property = fc.asyncProperty(sequences(STEPS_OF_A_SEQUENCE), async (sequence) => {
    const { steps } = world;
    await fc.asyncModelRun(() => ({ model: world, real: service }), sequence);
    if (world.steps > steps) taken += 1;
    await compareBalances(world, service);
  });
  await fc.assert(property, {
    // A sequence depends on the earlier ones, so a shrunk one would begin in another state.
    seed: ofSeed,
    numRuns: Math.min(SEQUENCES, SEQUENCES_OF_A_CHAPTER),
    unbiased: true,
    endOnFailure: true,
  });
  await chapter.compare();
  counts.add(world);
  return { sequences: taken, steps: world.steps };
}
