import { type DurationLike, DateTime, IANAZone } from 'luxon';
import { invalid } from '@app/kernel';

export const PERIODS = ['7d', '30d', '90d', '12m', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

export const GRANULARITIES = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

const DAYS: Partial<Record<PeriodName, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const MAX_BUCKETS = 2000;
/** Days, weeks or months that the page of a report shows. */
const MAX_DAYS = 31;
const MAX_WEEKS = 27;
const MAX_MONTHS = 60;
const [FIRST_YEAR, LAST_YEAR] = [1970, 2999];
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A half-open span of time. */
export interface Span {
  from: Date;
  to: Date;
}

export interface PeriodRequest {
  period: PeriodName;
  /** First and last day, of custom periods only. */
  from?: string;
  to?: string;
  timezone: string;
}

/** What a report covers, in days of a time zone. */
export interface ReportPeriod extends Span {
  timezone: string;
  /** As long, right before, and equally far into its last day; of 12 months, a year earlier. */
  previous: Span;
  /** Of charts that name none. */
  granularity: Granularity;
}

/** Whole days up to now, whole months up to now, or whole days between two dates. Throws VALIDATION_ERROR. */
export function reportPeriod({ period, from, to, timezone }: PeriodRequest, now: Date): ReportPeriod {
  if (!ZONE.test(timezone) || !IANAZone.isValidZone(timezone))
    throw invalid('timezone', 'timezone must be an IANA time zone, such as Africa/Lagos.');
  const isCustom = period === 'custom';
  if (!isCustom && (from !== undefined || to !== undefined))
    throw invalid('from', 'from and to belong to period=custom.');
  if (isCustom) return customPeriod(dayIn('from', from, timezone), dayIn('to', to, timezone), now);
  const current = DateTime.fromJSDate(now, { zone: timezone });
  const days = DAYS[period];
  const begin = days
    ? current.minus({ days: days - 1 }).startOf('day')
    : current.minus({ months: 11 }).startOf('month');
  return {
    timezone,
    granularity: days ? 'day' : 'month',
    from: begin.toJSDate(),
    // A movement of this very millisecond is included.
    to: new Date(now.getTime() + 1),
    previous: shifted(begin, current.plus({ milliseconds: 1 }), days ? { days } : { years: 1 }),
  };
}

/** The bounds of the half-open buckets of a span, of which the first and the last may be cut. Weeks begin on Monday. */
export function bucketBounds({ from, to }: Span, granularity: Granularity, timezone: string): Date[] {
  const hours = (to.getTime() - from.getTime()) / 3_600_000;
  const fewest = { hour: hours, day: hours / 25, week: hours / 169, month: hours / 745 }[granularity];
  if (fewest > MAX_BUCKETS) throw tooManyBuckets();
  const bounds = [from];
  let next = DateTime.fromJSDate(from, { zone: timezone });
  for (;;) {
    // Some days begin at one o'clock, so that a day later is not always the start of the next day.
    const start = next
      .startOf(granularity)
      .plus({ [granularity]: 1 })
      .startOf(granularity);
    // Where clocks go back by half an hour, the start of an hour lies before it twice.
    next = start > next ? start : next.plus({ [granularity]: 1 });
    if (next.toJSDate() >= to) break;
    bounds.push(next.toJSDate());
    if (bounds.length > MAX_BUCKETS) throw tooManyBuckets();
  }
  return [...bounds, to];
}

/** The buckets of a report that is read on one page. Throws VALIDATION_ERROR for a period of more than 60 months. */
export function sheetGranularity({ from, to, timezone }: Span & { timezone: string }): Granularity {
  const [begin, end] = [from, to].map((instant) => DateTime.fromJSDate(instant, { zone: timezone }));
  const days = Math.ceil(end!.diff(begin!, 'days').days);
  if (days <= MAX_DAYS) return 'day';
  if (days <= 7 * (MAX_WEEKS - 1)) return 'week';
  const isShort = days <= 31 * MAX_MONTHS;
  if (isShort && bucketBounds({ from, to }, 'month', timezone).length - 1 <= MAX_MONTHS) return 'month';
  throw invalid('to', `A report has at most ${MAX_MONTHS} months.`);
}

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export function dateIn(instant: Date, timezone: string): string {
  return DateTime.fromJSDate(instant, { zone: timezone }).toISODate()!;
}

function customPeriod(first: DateTime, last: DateTime, now: Date): ReportPeriod {
  if (first > last) throw invalid('to', 'to must not lie before from.');
  const end = last.plus({ days: 1 }).startOf('day');
  const timezone = first.zoneName!;
  const days = Math.round(end.diff(first, 'days').days);
  const current = DateTime.fromJSDate(now, { zone: timezone }).plus({ milliseconds: 1 });
  const reached = current < end && current > first ? current : end;
  return {
    timezone,
    granularity: 'day',
    from: first.toJSDate(),
    to: end.toJSDate(),
    previous: shifted(first, reached, { days }),
  };
}

function dayIn(field: 'from' | 'to', text: string | undefined, zone: string): DateTime {
  if (text === undefined) throw invalid(field, `${field} is required for period=custom.`);
  const day = DateTime.fromISO(text, { zone });
  if (!DAY.test(text) || !day.isValid || day.year < FIRST_YEAR || day.year > LAST_YEAR)
    throw invalid(field, `${field} must be a date (YYYY-MM-DD) of the years ${FIRST_YEAR} to ${LAST_YEAR}.`);
  return day.startOf('day');
}

function shifted(from: DateTime, to: DateTime, by: DurationLike): Span {
  const end = to.minus(by);
  return { from: from.minus(by).startOf('day').toJSDate(), to: (end < from ? end : from).toJSDate() };
}

const tooManyBuckets = () =>
  invalid('granularity', `The period has more than ${MAX_BUCKETS} buckets; choose a coarser granularity.`);
