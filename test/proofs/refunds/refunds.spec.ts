import * as fc from 'fast-check';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { LyingRefunds } from './lying-refunds';
import { payments } from './refund-scripts';

const REFUNDS = amountOf('REFUNDS', { short: 200, long: 10_000, least: 100 });
/** Long runs share the questions of a day between more payments. */
const AT_ONCE = isLong ? 200 : 30;

jest.setTimeout(isLong ? 4 * 3_600_000 : SHORT_LIMIT_MS);

/** Refunds through a company that lies about them, over real HTTP. */
describe(`refunds through a company that lies (SEED=${seed})`, () => {
  let lying: LyingRefunds;

  beforeAll(async () => {
    lying = await LyingRefunds.open();
  });
  afterAll(() => lying?.close());

  it('end once each, and pay the buyer or return the money to the merchant, never both', async () => {
    const began = performance.now();
    let count = 0;
    const property = fc.asyncProperty(payments(AT_ONCE), async (scripts) => {
      const { refunds, faults } = await lying.run(scripts);
      expect(faults).toEqual([]);
      count += refunds;
      if (isLong) report(`  ${count} refunds, ${lying.summary}`);
    });
    for (let round = 0; count < REFUNDS; round++)
      await fc.assert(property, { seed: seed + round, numRuns: 1, endOnFailure: true });
    const seconds = Math.round((performance.now() - began) / 1000);
    report(`refunds: SEED=${seed}, ${count} refunds, ${lying.kills} kills, ${lying.summary}, ${seconds} s`);
  });
});
