import { hasPassed, nextReminder } from './invoice-days.policy';

describe('hasPassed', () => {
  it.each([
    ['2026-03-01', '2026-03-01T23:59:59.999Z', false],
    ['2026-03-01', '2026-03-02T00:00:00.000Z', true],
    ['2027-01-01', '2026-12-31T23:59:59.000Z', false],
    [null, '2026-03-02T00:00:00.000Z', false],
  ])('%s at %s: %p', (day, now, expected) => {
    expect(hasPassed(day, new Date(now))).toBe(expected);
  });
});

describe('nextReminder', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-02-26T08:00:00.000Z'],
    ['2026-02-26T08:00:00Z', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T08:00:00Z', '2026-03-08T08:00:00.000Z'],
    ['2026-03-08T08:00:01Z', '2026-03-15T08:00:00.000Z'],
    ['2026-03-15T08:00:00Z', undefined],
  ])('returns at %s for an invoice due on 1 March: %s', (now, expected) => {
    expect(nextReminder('2026-03-01', new Date(now))?.toISOString()).toBe(expected);
  });

  it('is none for an invoice without a due date', () => {
    expect(nextReminder(null, new Date())).toBeNull();
  });
});
