import type { World } from './world';

export const DAY_MS = 86_400_000;

/** A plan as its merchant has made it. */
export interface Plan {
  account: number;
  id: string;
  name: string;
  /** The price of a cycle. */
  minor: bigint;
  currency: 'NGN' | 'USD';
  interval: 'daily' | 'weekly' | 'monthly' | 'yearly';
  count: number;
  trialDays: number;
  isActive: boolean;
}

type Period = Pick<Plan, 'interval' | 'count'>;

/** The part of a subscription from which its dates follow. */
export interface Dated {
  plan: Plan;
  /** When the cycle with the number `anchorCycle` begins. */
  anchor: number;
  anchorCycle: number;
  /** -1 in a trial. */
  cycle: number;
}

export const startOf = ({ anchor, anchorCycle, plan }: Dated, cycle: number): number =>
  after(anchor, plan, cycle - anchorCycle);
export const periodEnd = (one: Dated): number => startOf(one, one.cycle + 1);

/** The number of the cycle at that time. */
export function cycleAt(one: Dated, at: number): number {
  let { cycle } = one;
  while (startOf(one, cycle + 1) <= at) cycle += 1;
  return cycle;
}

/** So many periods after a time; in a month that is too short for the day, on its last day. */
function after(from: number, { interval, count }: Period, periods: number): number {
  const units = periods * count;
  if (interval === 'daily' || interval === 'weekly')
    return from + units * (interval === 'daily' ? 1 : 7) * DAY_MS;
  const date = new Date(from);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + units * monthsIn(interval)];
  const [first, next] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  return Math.min(first + (date.getUTCDate() - 1) * DAY_MS, next - DAY_MS) + (from % DAY_MS);
}

const monthsIn = (interval: 'monthly' | 'yearly') => (interval === 'monthly' ? 1 : 12);

/** The shortest and the longest that a period lasts, in days. */
function daysOf({ interval, count }: Period): [number, number] {
  if (interval === 'daily') return [count, count];
  if (interval === 'weekly') return [7 * count, 7 * count];
  const months = count * monthsIn(interval);
  if (months === 1) return [28, 31];
  if (months === 12) return [365, 366];
  throw new Error('The model has plans of a month and of a year only.');
}

/** Whether charges under one plan are never closer to each other than under the other one. */
export function isNoMoreOften(one: Period, other: Period): boolean {
  const [[shortest, most], [least, longest]] = [daysOf(one), daysOf(other)];
  // Periods of as many months lie in the same calendar.
  return shortest >= longest || (shortest === least && most === longest);
}

export const isSamePeriod = (one: Period, other: Period) =>
  one.interval === other.interval && one.count === other.count;

/** Plans of an account that its customers can be billed by in the model. */
export const plansOf = ({ plans }: Readonly<World>, account: number): Plan[] =>
  plans.filter((plan) => plan.account === account && plan.currency === 'NGN');
