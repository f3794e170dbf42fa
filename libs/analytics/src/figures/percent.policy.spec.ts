import { changeOf, percentOf, rounded } from './percent.policy';

describe('percentages', () => {
  it.each([
    [1n, 3n, 33.33],
    [2n, 3n, 66.67],
    [1n, 1n, 100],
    [0n, 5n, 0],
    [0n, 0n, 0],
    [1n, 20_000n, 0.01],
    [1n, 20_001n, 0],
  ])('a part of %s in %s is %s', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent));

  it.each([
    [150n, 100n, 50],
    [50n, 100n, -50],
    [0n, 100n, -100],
    [0n, 0n, 0],
    [1n, 0n, null],
    [-1n, 0n, null],
    [50n, -100n, 150],
    [-150n, -100n, -50],
  ])('the change to %s after %s in the period before is %s', (now, before, change) =>
    expect(changeOf(now, before)).toBe(change),
  );

  it.each([
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [7n, 2n, 4n],
  ])('rounds %s / %s to %s', (dividend, divisor, quotient) =>
    expect(rounded(dividend, divisor)).toBe(quotient),
  );
});
