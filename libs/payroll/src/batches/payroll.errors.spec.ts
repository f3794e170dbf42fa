import { Money } from '@app/kernel';
import { notCovered } from './payroll.errors';

const ngn = (minor: bigint) => new Money(minor, 'NGN');
const rows = [4000n, 4000n, 1n].map((minor, i) => ({ recipient: `@p${i + 1}`, amount: ngn(minor) }));

describe('a balance that ends before the last row', () => {
  it.each([
    [8000n, [3]],
    [7999n, [2, 3]],
    [0n, [1, 2, 3]],
  ])('reaches with %s all but rows %j', (balance, expected) => {
    const { code, message, extra, decidedOnState } = notCovered(rows, ngn(8001n), ngn(balance));
    expect([code, message, decidedOnState]).toEqual([
      'INSUFFICIENT_FUNDS',
      'Insufficient balance: 80.01 NGN needed.',
      true,
    ]);
    const named = extra.rows as { row: number; reason: string }[];
    expect(named.map(({ row, reason }) => [row, reason])).toEqual(
      expected.map((row) => [row, 'not_covered']),
    );
    expect(extra.rows_refused).toBe(expected.length);
  });
});
