import * as fc from 'fast-check';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { LyingCompany, type Run } from './lying-company';
import { Verdict } from './verdict';
import { withdrawals } from './withdrawal-scripts';

const WITHDRAWALS = amountOf('WITHDRAWALS', { short: 200, long: 10_000, least: 100 });
/** Long runs share the questions of a day between more withdrawals. */
const AT_ONCE = isLong ? 500 : 60;

jest.setTimeout(isLong ? 4 * 3_600_000 : SHORT_LIMIT_MS);

/** Withdrawals through companies that lie about them, over real HTTP. */
describe(`withdrawals through a company that lies (SEED=${seed})`, () => {
  let lying: LyingCompany;
  let verdict: Verdict;

  beforeAll(async () => {
    lying = await LyingCompany.open();
    verdict = new Verdict(lying);
  });
  afterAll(() => lying?.close());

  it('end once each, and pay or return their money, never both', async () => {
    const began = performance.now();
    let count = 0;
    const property = fc.asyncProperty(withdrawals(AT_ONCE), async (scripts) => {
      const run: Run = await lying.run(scripts);
      expect(await verdict.of(run)).toEqual([]);
      count += scripts.length;
      if (isLong) report(`  ${count} withdrawals, ${verdict.summary}`);
    });
    for (let round = 0; count < WITHDRAWALS; round++)
      await fc.assert(property, { seed: seed + round, numRuns: 1, endOnFailure: true });
    const seconds = Math.round((performance.now() - began) / 1000);
    report(
      `payouts: SEED=${seed}, ${count} withdrawals, ${lying.kills} kills, ${verdict.summary}, ${seconds} s`,
    );
  });

  it('leave the floats as the books of the company have them', async () => {
    expect(await verdict.floats()).toEqual([]);
  });
});
