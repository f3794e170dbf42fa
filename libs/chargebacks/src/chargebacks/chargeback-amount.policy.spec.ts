import { Rate } from '@app/kernel';
import * as fc from 'fast-check';
import { ngn, usd } from '../../../../test/support/bookings';
import { chargebackAmounts, chargebackCost } from './chargeback-amount.policy';

const payment = { face: usd(1000n), charged: ngn(1_555_500n), returnedFace: usd(0n), returned: ngn(0n) };

describe('What a chargeback takes', () => {
  it('is the whole price where all that was paid is demanded', () => {
    expect(chargebackAmounts(payment, ngn(1_555_500n))).toEqual({
      charge: ngn(1_555_500n),
      face: usd(1000n),
    });
  });

  it('is the share of the price, rounded up, where a part is demanded', () => {
    expect(chargebackAmounts(payment, ngn(1n))).toEqual({ charge: ngn(1n), face: usd(1n) });
    expect(chargebackAmounts(payment, ngn(777_750n))).toEqual({ charge: ngn(777_750n), face: usd(500n) });
  });

  it('is what is left after refunds, and nothing where all has gone back', () => {
    const some = { ...payment, returnedFace: usd(400n), returned: ngn(622_200n) };
    expect(chargebackAmounts(some, ngn(1_555_500n))).toEqual({ charge: ngn(933_300n), face: usd(600n) });
    const all = { ...payment, returnedFace: usd(1000n), returned: ngn(1_555_500n) };
    expect(chargebackAmounts(all, ngn(1n))).toEqual({ charge: ngn(0n), face: usd(0n) });
    const more = { ...payment, returnedFace: usd(1001n), returned: ngn(1_555_501n) };
    expect(chargebackAmounts(more, ngn(1n))).toEqual({ charge: ngn(0n), face: usd(0n) });
  });

  it('never exceeds what is left, whatever is demanded and has gone back', () => {
    const minor = fc.bigInt(1n, 10n ** 12n);
    fc.assert(
      fc.property(minor, minor, minor, fc.nat(1000), (face, charged, claimed, gone) => {
        const share = BigInt(gone);
        const so = {
          face: usd(face),
          charged: ngn(charged),
          returnedFace: usd((face * share) / 1000n),
          returned: ngn((charged * share) / 1000n),
        };
        const amounts = chargebackAmounts(so, ngn(claimed));
        expect(amounts.charge.minor).toBeLessThanOrEqual(charged - so.returned.minor);
        expect(amounts.charge.minor).toBeLessThanOrEqual(claimed);
        expect(amounts.face.minor).toBeLessThanOrEqual(face - so.returnedFace.minor);
      }),
    );
  });
});

describe('What a chargeback costs', () => {
  const amounts = { charge: ngn(1_600_000n), face: usd(1000n) };

  it('is what is demanded where nothing was converted', () => {
    expect(chargebackCost({ charge: ngn(5n), face: ngn(5n) }, null)).toEqual(ngn(5n));
  });

  it('is the share of the price, or the cost of today where that is more', () => {
    expect(chargebackCost(amounts, Rate.parse('0.0005'))).toEqual(usd(1000n));
    expect(chargebackCost(amounts, Rate.parse('0.001'))).toEqual(usd(1600n));
  });

  it('is the share of the price where there is no rate', () => {
    expect(chargebackCost(amounts, null)).toEqual(usd(1000n));
  });
});
