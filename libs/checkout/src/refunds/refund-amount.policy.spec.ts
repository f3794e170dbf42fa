import { Money } from '@app/kernel';
import fc from 'fast-check';
import { refundAmounts } from './refund-amount.policy';

const usd = (minor: bigint) => new Money(minor, 'USD');
const ngn = (minor: bigint) => new Money(minor, 'NGN');
const paid = (face: bigint, charged: bigint, refunded = 0n, returned = 0n) => ({
  face: usd(face),
  charged: ngn(charged),
  refunded: usd(refunded),
  returned: ngn(returned),
});

describe('refundAmounts', () => {
  it('gives all that is left where no amount is asked for', () => {
    expect(refundAmounts(paid(100n, 15_555n), null)).toEqual({ face: usd(100n), charge: ngn(15_555n) });
    expect(refundAmounts(paid(100n, 15_555n, 40n, 6222n), null)).toEqual({
      face: usd(60n),
      charge: ngn(9333n),
    });
  });

  it('gives a part in proportion to what was paid, rounded down', () => {
    expect(refundAmounts(paid(100n, 15_555n), usd(1n)).charge).toEqual(ngn(155n));
  });

  it('refuses more than is left, and names what is left', () => {
    const tooMuch = () => refundAmounts(paid(100n, 100n, 90n, 90n), usd(11n));
    expect(tooMuch).toThrow('At most 0.10 USD');
  });

  it('refuses a refund of a payment that is refunded in full', () => {
    expect(() => refundAmounts(paid(100n, 100n, 100n, 100n), null)).toThrow(
      'Nothing of this payment is left',
    );
  });

  it('refuses a part that is worth nothing in the currency that was paid', () => {
    expect(() => refundAmounts(paid(1000n, 10n), usd(99n))).toThrow('worth less than the least amount');
  });

  it('returns exactly what was paid, in any parts that come to the whole price', () => {
    const parts = fc.array(fc.bigInt(1n, 1_000_000n), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.bigInt(1n, 1_000_000_000_000n), (faces, perFace) => {
        const face = faces.reduce((sum, part) => sum + part, 0n);
        // Each part is worth something.
        const charged = face * perFace;
        let [refunded, returned] = [0n, 0n];
        for (const part of faces) {
          const given = refundAmounts(paid(face, charged, refunded, returned), usd(part));
          refunded += given.face.minor;
          returned += given.charge.minor;
          expect(returned <= charged).toBe(true);
        }
        expect([refunded, returned]).toEqual([face, charged]);
      }),
    );
  });
});
