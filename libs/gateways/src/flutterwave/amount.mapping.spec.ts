import { minorFromResponse } from './amount.mapping';

describe('minorFromAnswer', () => {
  it.each([
    [100, 10_000n],
    [0, 0n],
    [0.1, 10n],
    ['0.01', 1n],
    [12345.5, 1_234_550n],
    [1.005, 100n], // A float times 100 would give 100.49999….
    [1014.29, 101_429n],
    [999_999_999_999.99, 99_999_999_999_999n],
    ['100.999', 10_099n],
  ])('reads %p exactly and drops digits below the minor unit', (value, minor) => {
    expect(minorFromResponse(value)).toBe(minor);
  });

  it.each([null, undefined, '', '1e3', 1e21, -1, '-1', NaN, Infinity, '0x10', '1,000', ' 1', {}, [1], true])(
    'reads no amount from %p',
    (value) => {
      expect(minorFromResponse(value)).toBeNull();
    },
  );
});
