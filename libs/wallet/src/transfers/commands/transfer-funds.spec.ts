import { MAX_AMOUNT_MINOR, Money } from '@app/kernel';
import * as fc from 'fast-check';
import { transferFee } from './transfer-funds';

const feeOf = (minor: bigint) => transferFee(new Money(minor, 'NGN')).minor;
const amounts = fc.bigInt(1n, MAX_AMOUNT_MINOR);

describe('the transfer fee', () => {
  it.each([
    ['1000.00', 100_000n, 100n],
    ['500000.00', 50_000_000n, 50_000n],
    ['10.00', 1000n, 1n],
    ['10.01', 1001n, 2n],
    ['4.99', 499n, 1n],
    ['0.01', 1n, 1n],
  ])('is 0.1 %% of %s, rounded up', (_text, minor, fee) => {
    expect(feeOf(minor)).toBe(fee);
  });

  it('is the smallest whole number of units that is not below 0.1 %, for each amount up to 10,000.00', () => {
    const wrong: bigint[] = [];
    for (let minor = 1n; minor <= 1_000_000n; minor++) {
      const fee = feeOf(minor);
      if (fee * 1000n < minor || (fee - 1n) * 1000n >= minor) wrong.push(minor);
    }
    expect(wrong).toEqual([]);
  });

  it('is never lower for two parts than for the whole, for every split of each amount up to 20.00', () => {
    const saved: [number, number][] = [];
    const fees = Array.from({ length: 2001 }, (_, minor) => feeOf(BigInt(minor)));
    for (let whole = 2; whole <= 2000; whole++) {
      for (let part = 1; part <= whole / 2; part++) {
        if (fees[part]! + fees[whole - part]! < fees[whole]!) saved.push([part, whole]);
      }
    }
    expect(saved).toEqual([]);
  });

  it('is never saved by splitting an amount', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(feeOf(a) + feeOf(b)).toBeGreaterThanOrEqual(feeOf(a + b));
      }),
      { numRuns: 2000 },
    );
  });

  it('is charged in the currency of the amount', () => {
    expect(transferFee(new Money(100_000n, 'GHS'))).toEqual(new Money(100n, 'GHS'));
  });
});
