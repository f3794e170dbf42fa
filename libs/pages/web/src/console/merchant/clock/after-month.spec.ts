import { afterMonth } from './after-month';

describe('A month', () => {
  it.each([
    ['2026-11-27T10:00:00.000Z', '2026-12-27T10:00:00.000Z'],
    ['2026-12-31T23:59:59.000Z', '2027-01-31T23:59:59.000Z'],
    ['2027-01-31T08:30:00.000Z', '2027-02-28T08:30:00.000Z'],
    ['2028-01-30T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ])('leads from %s to %s', (from, to) => {
    expect(afterMonth(from)).toBe(to);
  });
});
