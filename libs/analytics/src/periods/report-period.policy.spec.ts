import {
  bucketBounds,
  dateIn,
  type PeriodRequest,
  reportPeriod,
  sheetGranularity,
} from './report-period.policy';

const NOW = new Date('2026-03-31T10:37:12.345Z');
const of = (request: Partial<PeriodRequest>, now = NOW) =>
  reportPeriod({ period: '30d', timezone: 'UTC', ...request }, now);
const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];
const custom = (from: string, to: string, timezone = 'UTC', now = NOW) =>
  of({ period: 'custom', from, to, timezone }, now);

describe('the period of a report', () => {
  it('counts days up to today, and the period before reaches equally far into its last day', () => {
    const week = of({ period: '7d' });
    expect(iso(week)).toEqual(['2026-03-25T00:00:00.000Z', '2026-03-31T10:37:12.346Z']);
    expect(iso(week.previous)).toEqual(['2026-03-18T00:00:00.000Z', '2026-03-24T10:37:12.346Z']);
  });

  it('counts 12 months up to this one, compared with a year earlier', () => {
    const year = of({ period: '12m' });
    expect(iso(year)).toEqual(['2025-04-01T00:00:00.000Z', '2026-03-31T10:37:12.346Z']);
    expect(iso(year.previous)).toEqual(['2024-04-01T00:00:00.000Z', '2025-03-31T10:37:12.346Z']);
  });

  it('has the days of its time zone', () => {
    expect(iso(of({ period: '7d', timezone: 'Africa/Lagos' }))[0]).toBe('2026-03-24T23:00:00.000Z');
    expect(iso(of({ period: '7d', timezone: 'Asia/Kathmandu' }))[0]).toBe('2026-03-24T18:15:00.000Z');
  });

  it('includes the last of the given days', () => {
    const past = custom('2026-02-01', '2026-02-28');
    expect(iso(past)).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
    expect(iso(past.previous)).toEqual(['2026-01-04T00:00:00.000Z', '2026-02-01T00:00:00.000Z']);
    expect(iso(custom('2026-03-30', '2026-03-31').previous)).toEqual([
      '2026-03-28T00:00:00.000Z',
      '2026-03-29T10:37:12.346Z',
    ]);
  });

  it.each([
    [{ period: 'custom', to: '2026-01-01' }, 'from'],
    [{ period: 'custom', from: '2026-01-01' }, 'to'],
    [{ period: 'custom', from: '2026-01-02', to: '2026-01-01' }, 'to'],
    [{ period: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ period: 'custom', from: '1969-12-31', to: '2026-03-01' }, 'from'],
    [{ period: 'custom', from: '2026-03-01', to: '3000-01-01' }, 'to'],
    [{ period: 'custom', from: '2026-01-01T00:00:00Z', to: '2026-03-01' }, 'from'],
    [{ period: '7d', from: '2026-01-01' }, 'from'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '../etc' }, 'timezone'],
  ] as [Partial<PeriodRequest>, string][])('%j is refused', (request, field) => {
    expect(() => of(request)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
    expect(() => of(request)).toThrow(field);
  });
});

describe('the buckets of a report on one page', () => {
  it.each([
    [of({ period: '30d' }), 'day'],
    [of({ period: '90d' }), 'week'],
    [of({ period: '12m' }), 'month'],
    [custom('2026-03-01', '2026-03-31'), 'day'],
    [custom('2026-01-01', '2026-06-30'), 'week'],
    [custom('2026-01-01', '2026-08-31'), 'month'],
    [custom('2021-01-01', '2025-12-31'), 'month'],
  ] as const)('are few: %#', (period, granularity) => {
    expect(sheetGranularity(period)).toBe(granularity);
    expect(bucketBounds(period, granularity, 'UTC').length - 1).toBeLessThanOrEqual(60);
  });

  it('are 60 months at most', () => {
    expect(() => sheetGranularity(custom('2021-01-01', '2026-01-01'))).toThrow('at most 60 months');
    expect(() => sheetGranularity(custom('1970-01-01', '2999-12-31'))).toThrow('at most 60 months');
  });
});

describe('buckets', () => {
  const bounds = (from: string, to: string, granularity: 'hour' | 'day' | 'week' | 'month', zone = 'UTC') =>
    bucketBounds(custom(from, to, zone), granularity, zone).map((bound) => bound.toISOString().slice(0, 16));

  it('are half-open and cover the period', () => {
    expect(bounds('2026-03-01', '2026-03-02', 'day')).toEqual([
      '2026-03-01T00:00',
      '2026-03-02T00:00',
      '2026-03-03T00:00',
    ]);
    expect(bounds('2026-01-15', '2026-03-15', 'month')).toEqual([
      '2026-01-15T00:00',
      '2026-02-01T00:00',
      '2026-03-01T00:00',
      '2026-03-16T00:00',
    ]);
  });

  it('begin on Monday if they are weeks', () => {
    expect(bounds('2026-03-04', '2026-03-17', 'week')).toEqual([
      '2026-03-04T00:00',
      '2026-03-09T00:00',
      '2026-03-16T00:00',
      '2026-03-18T00:00',
    ]);
  });

  it('have 23 and 25 hours on the days on which clocks change', () => {
    expect(bounds('2026-03-29', '2026-03-29', 'hour', 'Europe/Paris')).toHaveLength(24);
    expect(bounds('2026-10-25', '2026-10-25', 'hour', 'Europe/Paris')).toHaveLength(26);
    // On Lord Howe Island they go back by half an hour.
    expect(bounds('2026-04-05', '2026-04-05', 'hour', 'Australia/Lord_Howe').slice(1, 5)).toEqual([
      '2026-04-04T14:00',
      '2026-04-04T15:00',
      '2026-04-04T16:00',
      '2026-04-04T16:30',
    ]);
    // In Cairo the clocks go forward at midnight.
    expect(bounds('2026-04-23', '2026-04-25', 'day', 'Africa/Cairo')).toEqual([
      '2026-04-22T22:00',
      '2026-04-23T22:00',
      '2026-04-24T21:00',
      '2026-04-25T21:00',
    ]);
  });

  it('are 2,000 at most', () => {
    expect(bounds('2026-01-01', '2026-03-24', 'hour')).toHaveLength(83 * 24 + 1);
    expect(() => bounds('2026-01-01', '2026-03-31', 'hour')).toThrow('more than 2000 buckets');
    expect(() => bounds('1970-01-01', '2999-12-31', 'day')).toThrow('more than 2000 buckets');
  });

  it('have a date in their time zone', () => {
    expect(dateIn(new Date('2026-03-24T23:00:00Z'), 'Africa/Lagos')).toBe('2026-03-25');
  });
});
