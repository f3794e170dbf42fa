export const INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** A recurring period: `count` times the interval, such as every 3 months. */
export interface Recurrence {
  interval: Interval;
  count: number;
}

const DAY_MS = 86_400_000;
const DAYS = { daily: 1, weekly: 7 } as const;
const MONTHS = { monthly: 1, yearly: 12 } as const;

/**
 * The start of period `n` (from 0) of a recurrence that begins at `anchor`, in UTC. Each date is computed from the
 * anchor, so a short month does not move the dates after it: 31 January, 28 February, 31 March.
 */
export function periodStart(anchor: Date, { interval, count }: Recurrence, n: number): Date {
  if (interval === 'daily' || interval === 'weekly')
    return new Date(anchor.getTime() + n * count * DAYS[interval] * DAY_MS);
  return addMonths(anchor, n * count * MONTHS[interval]);
}

/** The number of the period that contains `at`; -1 before the anchor. */
export function periodAt(anchor: Date, recurrence: Recurrence, at: Date): number {
  if (at < anchor) return -1;
  // A lower estimate: no period is longer than this.
  const longest = periodDays(recurrence) * DAY_MS;
  let n = Math.floor((at.getTime() - anchor.getTime()) / longest);
  while (periodStart(anchor, recurrence, n + 1) <= at) n += 1;
  return n;
}

/** The greatest number of days that a period can have. */
function periodDays({ interval, count }: Recurrence): number {
  switch (interval) {
    case 'daily':
    case 'weekly':
      return count * DAYS[interval];
    case 'monthly':
      return count * 31;
    case 'yearly':
      return count * 366;
  }
}

/** The same day and time of day `months` later, or the last day of that month where it is shorter. */
function addMonths(from: Date, months: number): Date {
  const month = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
  const [year, monthOfYear] = [Math.floor(month / 12), month % 12];
  const day = Math.min(from.getUTCDate(), daysInMonth(year, monthOfYear));
  const moved = new Date(from);
  moved.setUTCFullYear(year, monthOfYear, day);
  return moved;
}

/** `month` from 0. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}
