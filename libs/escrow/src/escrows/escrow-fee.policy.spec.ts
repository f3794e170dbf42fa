import { Money } from '@app/kernel';
import * as fc from 'fast-check';
import { escrowFee } from './escrow-fee.policy';

const fee = (minor: bigint) => escrowFee(new Money(minor, 'NGN')).minor;

describe('the escrow fee', () => {
  it.each([
    [1n, 1n],
    [66n, 1n],
    [67n, 2n],
    [200n, 3n],
    [201n, 4n],
    [10_000n, 150n],
    [250_050n, 3751n],
    [99_999_999_999_999n, 1_500_000_000_000n],
  ])('an escrow of %d smallest units costs %d', (amount, expected) => expect(fee(amount)).toBe(expected));

  it('is not lower when an amount is split', () => {
    const amount = fc.bigInt(1n, 10n ** 13n);
    fc.assert(fc.property(amount, amount, (a, b) => expect(fee(a) + fee(b) >= fee(a + b)).toBe(true)));
  });
});
