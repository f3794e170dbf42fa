import { Rate } from '@app/kernel';
import { isDrifted } from './drift.policy';

describe('the drift of a set rate from the live rate', () => {
  const drifted = (set: string, live: string, percent: string | null = '2') =>
    isDrifted(Rate.parse(set), Rate.parse(live), percent === null ? null : Rate.parse(percent));

  it('is allowed up to the limit, in both directions', () => {
    expect([drifted('1530', '1500'), drifted('1470', '1500')]).toEqual([false, false]);
    expect([drifted('1530.000001', '1500'), drifted('1469.999999', '1500')]).toEqual([true, true]);
  });

  it('is exact for small rates and fractions of a percent', () => {
    expect(drifted('0.000680680000000001', '0.000680000000000000', '0.1')).toBe(true);
    expect(drifted('0.00068068', '0.00068', '0.1')).toBe(false);
  });

  it('is any difference where the limit is zero', () => {
    expect([drifted('1500', '1500', null), drifted('1500.000000000000000001', '1500', null)]).toEqual([
      false,
      true,
    ]);
  });
});
