import * as fc from 'fast-check';
import type { Platform } from '../../support/platform';
import { amountOf, isLong, report, seed } from '../support/proof';
import { Chapter, onPlatforms } from './chapter';
import { sequences } from './steps';

const STEPS = amountOf('STEPS', { short: 1500, long: 20_000 });
const STEPS_OF_A_SEQUENCE = isLong ? 1000 : 500;
const SHRINKING_MS = 120_000;

jest.setTimeout(isLong ? 3_600_000 : 240_000);

describe(`Long sequences of random commands (SEED=${seed})`, () => {
  let steps = 0;
  let runs = 0;
  const began = performance.now();

  afterAll(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    report(`model: SEED=${seed}, ${steps} steps in ${runs} long sequences, ${seconds} s`);
  });

  it('return and book at each step exactly what the model says', () =>
    onPlatforms(
      () => steps < STEPS,
      async (platform) => {
        const taken = await run(platform, seed + runs++);
        steps += taken;
        return taken;
      },
    ));
});

/** Runs one sequence of steps, which the seed reproduces, and returns their number. A failing sequence is shrunk. */
async function run(platform: Platform, ofSeed: number): Promise<number> {
  let taken = 0;
  const property = fc.asyncProperty(sequences(STEPS_OF_A_SEQUENCE), async (sequence) => {
    const chapter = await Chapter.begin(platform);
    await fc.asyncModelRun(() => ({ model: chapter.world, real: chapter.service }), sequence);
    await chapter.compare();
    taken = chapter.world.steps;
  });
  await fc.assert(property, {
    seed: ofSeed,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  return taken;
}
