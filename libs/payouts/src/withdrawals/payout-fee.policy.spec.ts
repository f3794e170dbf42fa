import { Money } from '@app/kernel';
import { isBelowMinimum, payoutFee } from './payout-fee.policy';

describe('The fee of a withdrawal', () => {
  // 1 %, rounded up, and at least 1.00.
  it.each([
    [100n, 100n],
    [9_999n, 100n],
    [10_000n, 100n],
    [10_001n, 101n],
    [10_100n, 101n],
    [5_000_000n, 50_000n],
    [99_999_999_999_999n, 1_000_000_000_000n],
  ])('a withdrawal of %s costs %s', (minor, fee) => {
    expect(payoutFee(new Money(minor, 'NGN'))).toEqual(new Money(fee, 'NGN'));
  });

  it('is charged from 1.00 on', () => {
    expect([99n, 100n].map((minor) => isBelowMinimum(new Money(minor, 'NGN')))).toEqual([true, false]);
  });
});
