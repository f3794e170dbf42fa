import { format } from '../../texts';

const MONTHS = 24;

/** Months in UTC as `YYYY-MM`, that of the instant first. */
export const monthsUntil = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );

/** The last day of a month, as `YYYY-MM-DD`. */
export function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The month in words, e.g. "October 2026". */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(format, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
