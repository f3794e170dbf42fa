import fc from 'fast-check';
import { parseParts, partsToText, type PricedItem, taxByRate, totalsOf } from './invoice-totals.policy';

const item = (quantity: string, price: bigint, rate = '0'): PricedItem => ({
  quantity: parseParts(quantity)!,
  unitPriceMinor: price,
  taxRate: parseParts(rate)!,
});

describe('totalsOf', () => {
  it.each([
    ['3 × 33.33 at 7.5 %, 10 % off', [item('3', 3333n, '7.5')], '10', [9999n, 1000n, 675n, 9674n]],
    ['two lines at 23 %', [item('1', 5555n, '23'), item('1', 1111n, '23')], '0', [6666n, 0n, 1533n, 8199n]],
    ['3 lines of 0.05 at 10 %', Array(3).fill(item('1', 5n, '10')), '0', [15n, 0n, 2n, 17n]],
    ['1.5 × 33.33', [item('1.5', 3333n)], '0', [5000n, 0n, 0n, 5000n]],
    ['all discounted', [item('2', 50n, '20')], '100', [100n, 100n, 0n, 0n]],
  ] as [string, PricedItem[], string, bigint[]][])('%s', (_what, items, discount, expected) => {
    const { subtotalMinor, discountMinor, taxMinor, totalMinor } = totalsOf(items, parseParts(discount)!);
    expect([subtotalMinor, discountMinor, taxMinor, totalMinor]).toEqual(expected);
  });

  it('allots equal remainders to the upper lines', () => {
    const { lines } = totalsOf(Array<PricedItem>(3).fill(item('1', 5n, '10')), 0n);
    expect(lines.map(({ taxMinor }) => taxMinor)).toEqual([1n, 1n, 0n]);
  });

  const some = fc.record({
    quantity: fc.bigInt(1n, 10n ** 10n),
    unitPriceMinor: fc.bigInt(1n, 99_999_999_999_999n),
    taxRate: fc.oneof(fc.constant(0n), fc.bigInt(0n, 1_000_000n)),
  });
  const invoice = [fc.array(some, { minLength: 1, maxLength: 20 }), fc.bigInt(0n, 1_000_000n)] as const;

  it('equals a second implementation with decimal digits', () => {
    fc.assert(
      fc.property(...invoice, (items, discount) => {
        const totals = totalsOf(items, discount);
        const amounts = items.map((one) => rounded(`${one.quantity * one.unitPriceMinor}`, 4));
        const subtotal = amounts.reduce((a, b) => a + b, 0n);
        const off = rounded(`${subtotal * discount}`, 6);
        const exact = items.map((one, i) => amounts[i]! * (1_000_000n - discount) * one.taxRate);
        const tax = rounded(`${exact.reduce((a, b) => a + b, 0n)}`, 12);
        expect(totals).toMatchObject({ subtotalMinor: subtotal, discountMinor: off, taxMinor: tax });
        expect(totals.totalMinor).toBe(subtotal - off + tax);
        expect(totals.totalMinor).toBeGreaterThanOrEqual(0n);
        totals.lines.forEach(({ taxMinor }, i) => {
          const floor = BigInt(`${exact[i]}`.slice(0, -12) || '0');
          expect([floor, floor + 1n]).toContain(taxMinor);
        });
      }),
    );
  });

  it('allots a tax whose parts by line and by rate sum to it', () => {
    fc.assert(
      fc.property(...invoice, (items, discount) => {
        const { lines, taxMinor } = totalsOf(items, discount);
        const total = (parts: { taxMinor: bigint }[]) => parts.reduce((sum, part) => sum + part.taxMinor, 0n);
        expect([total(lines), total(taxByRate(items, lines))]).toEqual([taxMinor, taxMinor]);
      }),
    );
  });
});

describe('parseParts', () => {
  it.each([1, '1.5', 0.0001, '999999999.9999', 100])('reads %p', (value) => {
    expect(partsToText(parseParts(value)!)).toBe(String(value));
  });

  it.each([-1, '-0', 1e-7, 1e21, NaN, Infinity, '0x10', '1.23456', '', null, [5], true])(
    'refuses %p',
    (value) => {
      expect(parseParts(value)).toBeNull();
    },
  );
});

/** Rounds a whole number of `places` decimals half up, by its digits. */
function rounded(digits: string, places: number): bigint {
  const padded = digits.padStart(places + 1, '0');
  const whole = BigInt(padded.slice(0, -places));
  return padded.at(-places)! >= '5' ? whole + 1n : whole;
}
