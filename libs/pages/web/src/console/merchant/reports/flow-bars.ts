import { plus } from '../../amounts';

export interface FlowDay {
  date: string;
  inflow: number;
  outflow: number;
}

/** More bars than these are too thin to see. */
const MAX_BARS = 92;

/** The flows by day, or by month where the days are too many; a month is named by `YYYY-MM`. */
export function barsOf(days: FlowDay[]): FlowDay[] {
  if (days.length <= MAX_BARS) return days;
  const months = new Map<string, FlowDay[]>();
  for (const one of days) {
    const month = one.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), one]);
  }
  return [...months].map(([date, of]) => ({
    date,
    inflow: plus(...of.map(({ inflow }) => inflow)),
    outflow: plus(...of.map(({ outflow }) => outflow)),
  }));
}
