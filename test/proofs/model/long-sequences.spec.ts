import * as fc from 'fast-check';
import type { Platform } from '../../support/platform';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Chapter, onPlatforms } from './chapter';
import { firstSteps } from './first-steps';
import { sequences } from './steps';
import { IN_EACH_RUN, SubscriptionCounts } from './subscription-counts';

const STEPS = amountOf('STEPS', { short: 1000, long: 20_000 });
const STEPS_OF_A_SEQUENCE = isLong ? 1000 : 500;
/** Steps about subscriptions compare more than others. */
const STEPS_OF_BILLING = STEPS_OF_A_SEQUENCE / 4;
const SHRINKING_MS = 300_000;

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

describe(`Long sequences of random commands (SEED=${seed})`, () => {
  let steps = 0;
  let runs = 0;
  const counts = new SubscriptionCounts();
  const began = performance.now();

  afterAll(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    report(`model: SEED=${seed}, ${steps} steps in ${runs} long sequences, ${seconds} s`);
    report(`model: subscriptions in long sequences: ${counts}`);
  });

  it('return and book at each step exactly what the model says', () =>
    onPlatforms(
      () => steps < STEPS,
      async (platform) => {
        // Every other one is about subscriptions only, because a cycle takes many steps.
        const kind = runs % 2 === 0 ? 'billing' : 'any';
        const taken = await run(platform, seed + runs++, kind, counts);
        steps += taken;
        return taken;
      },
    ));

  it.each(IN_EACH_RUN)('include %s', (name) => expect(counts.of(name)).toBeGreaterThan(0));
});

/** Runs one sequence of steps, which the seed reproduces, and returns their number. A failing sequence is shrunk. */
async function run(
  platform: Platform,
  ofSeed: number,
  kind: 'billing' | 'any',
  counts: SubscriptionCounts,
): Promise<number> {
  let taken = 0;
  const most = kind === 'any' ? STEPS_OF_A_SEQUENCE : STEPS_OF_BILLING;
  const property = fc.asyncProperty(firstSteps, sequences(most, kind), async (first, sequence) => {
    const chapter = await Chapter.begin(platform, first);
    await fc.asyncModelRun(() => ({ model: chapter.world, real: chapter.service }), sequence);
    await chapter.compare();
    taken = chapter.world.steps;
    counts.add(chapter.world);
  });
  await fc.assert(property, {
    seed: ofSeed,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  return taken;
}
