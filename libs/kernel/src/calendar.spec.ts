import fc from 'fast-check';
import { differences } from '../../../scripts/lib/calendar-oracle.mjs';
import { INTERVALS, periodAt, periodStart, type Recurrence } from './calendar';

const at = (text: string) => new Date(text);
const monthly = (count: number): Recurrence => ({ interval: 'monthly', count });
const dates = (anchor: string, recurrence: Recurrence, count: number) =>
  Array.from({ length: count }, (_, n) => periodStart(at(anchor), recurrence, n).toISOString());

describe('the calendar of recurring periods', () => {
  it('bills the last day of a short month and returns to the day of the anchor', () => {
    expect(dates('2027-01-31T09:30:00.123Z', monthly(1), 4)).toEqual([
      '2027-01-31T09:30:00.123Z',
      '2027-02-28T09:30:00.123Z',
      '2027-03-31T09:30:00.123Z',
      '2027-04-30T09:30:00.123Z',
    ]);
  });

  it('bills 29 February on the 28th, and in leap years on the 29th', () => {
    const yearly = dates('2028-02-29T00:00:00.000Z', { interval: 'yearly', count: 1 }, 5);
    expect(yearly.map((date) => date.slice(0, 10))).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  it('counts days of 24 hours and weeks of seven days', () => {
    expect(dates('2027-03-27T23:59:59.999Z', { interval: 'daily', count: 2 }, 3).at(-1)).toBe(
      '2027-03-31T23:59:59.999Z',
    );
    expect(dates('2027-12-28T00:00:00.000Z', { interval: 'weekly', count: 1 }, 2).at(-1)).toBe(
      '2028-01-04T00:00:00.000Z',
    );
  });

  it('agrees with a second implementation, that counts days since the epoch', () => {
    const starts = (anchor: Date, interval: Recurrence['interval'], count: number, n: number) =>
      periodStart(anchor, { interval, count }, n);
    const { cases, different } = differences(starts, { everyNthAnchor: 7, years: 4 });
    expect([cases > 50_000, different]).toEqual([true, []]);
  });

  it('finds the period of any time: it begins at or before it, and the next one after it', () => {
    const anchors = fc.date({
      min: at('2020-01-01T00:00:00Z'),
      max: at('2110-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        anchors,
        fc.constantFrom(...INTERVALS),
        fc.integer({ min: 1, max: 365 }),
        fc.integer({ min: 0, max: 4_000 }),
        (anchor, interval, count, days) => {
          const recurrence = { interval, count };
          const time = new Date(anchor.getTime() + days * 86_400_000 + 12_345);
          const n = periodAt(anchor, recurrence, time);
          expect(periodStart(anchor, recurrence, n) <= time).toBe(true);
          expect(periodStart(anchor, recurrence, n + 1) > time).toBe(true);
          expect(periodAt(anchor, recurrence, new Date(anchor.getTime() - 1))).toBe(-1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
