import fc from 'fast-check';
import { Money, type Recurrence } from '@app/kernel';
import { isCovered, payableOf, unusedPart } from './plan-change.policy';

const naira = (minor: bigint) => new Money(minor, 'NGN');

/** `a × b ÷ c` rounded down, by long multiplication and division of decimal digits. */
function byDigits(a: string, b: string, c: number): string {
  const product = Array<number>(a.length + b.length).fill(0);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const sum = product[i + j + 1]! + Number(a[i]) * Number(b[j]);
      product[i + j + 1] = sum % 10;
      product[i + j]! += Math.floor(sum / 10);
    }
  }
  let [rest, quotient] = [0, ''];
  for (const digit of product) {
    rest = rest * 10 + digit;
    quotient += String(Math.floor(rest / c));
    rest %= c;
  }
  return quotient.replace(/^0+(?=\d)/, '');
}

describe('the unused part of a period', () => {
  it('is the price by milliseconds, rounded down, as long division has it', () => {
    const price = fc.bigInt(1n, 99_999_999_999_999n);
    const length = fc.oneof(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 31_622_400_000 * 365 }),
    );
    fc.assert(
      fc.property(price, length, fc.double({ min: 0, max: 1, noNaN: true }), (minor, ms, part) => {
        const rest = Math.floor(ms * part);
        const [start, end] = [new Date(0), new Date(ms)];
        const unused = unusedPart(naira(minor), start, end, new Date(ms - rest));
        expect(unused.minor).toBe(BigInt(byDigits(String(minor), String(rest), ms)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is all of it at the start, and nothing at the end', () => {
    const [start, end] = [new Date(0), new Date(86_400_000)];
    const at = (ms: number) => unusedPart(naira(5000n), start, end, new Date(ms)).minor;
    expect([at(-1), at(0), at(1), at(86_399_999), at(86_400_000), at(86_400_001)]).toEqual([
      ...[5000n, 5000n, 4999n, 0n, 0n, 0n],
    ]);
  });
});

describe('a credit', () => {
  it('reduces an invoice to nothing at most, and the rest is kept', () => {
    const cases = [
      ...[[500n, 0n, 0n, 500n] as const, [500n, 499n, 499n, 1n] as const],
      ...[[500n, 500n, 500n, 0n] as const, [500n, 900n, 500n, 0n] as const],
    ];
    for (const [price, credit, used, amount] of cases)
      expect(payableOf(naira(price), naira(credit))).toEqual({ credit: naira(used), amount: naira(amount) });
  });

  it('is never more than what was paid, over any chain of changes', () => {
    const change = fc.record({
      price: fc.bigInt(1n, 100_000n),
      length: fc.integer({ min: 1, max: 10_000 }),
      rest: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let [credit, paid, used] = [0n, 0n, 0n];
        for (const { price, length, rest } of changes) {
          const { credit: taken, amount } = payableOf(naira(price), naira(credit));
          const unused = unusedPart(naira(price), new Date(0), new Date(length), new Date(length - rest));
          credit += unused.minor - taken.minor;
          paid += amount.minor;
          used += price - unused.minor;
          // What was paid is the credit and the time that was used, to the smallest unit.
          expect(credit + used).toBe(paid);
          expect(credit).toBeGreaterThanOrEqual(0n);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an authority for 50.00 each month', () => {
  const monthly: Recurrence = { interval: 'monthly', count: 1 };
  const covers = (minor: bigint, interval: Recurrence['interval'], count: number, current = monthly) =>
    isCovered(naira(5000n), current, { amount: naira(minor), recurrence: { interval, count } });

  it('covers plans that cost no more and are not charged more often', () => {
    expect([covers(5000n, 'monthly', 1), covers(5001n, 'monthly', 1), covers(5000n, 'yearly', 1)]).toEqual([
      ...[true, false, true],
    ]);
    expect([covers(1n, 'daily', 1), covers(1n, 'daily', 30), covers(1n, 'daily', 31)]).toEqual([
      ...[false, false, true],
    ]);
    expect([covers(1n, 'weekly', 4), covers(1n, 'weekly', 5)]).toEqual([false, true]);
    const weekly: Recurrence = { interval: 'weekly', count: 4 };
    expect([covers(1n, 'monthly', 1, weekly), covers(1n, 'weekly', 3, weekly)]).toEqual([true, false]);
    const yearly: Recurrence = { interval: 'yearly', count: 1 };
    expect([covers(1n, 'monthly', 12, yearly), covers(1n, 'monthly', 11, yearly)]).toEqual([true, false]);
  });
});
