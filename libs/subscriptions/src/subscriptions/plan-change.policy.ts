import { type Currency, Money, type Recurrence } from '@app/kernel';

/** An invoice to come: `amount` is the price less the credit. */
export interface UpcomingInvoice {
  dueAt: Date;
  credit: Money;
  amount: Money;
}

export const CHANGE_TIMES = ['period_end', 'now'] as const;
export type ChangeTime = (typeof CHANGE_TIMES)[number];

/** A change of the plan that took effect, was scheduled, or waits for the payment of its invoice. */
export interface PlanChange {
  planId: string;
  when: ChangeTime;
  /** Null: when its invoice is paid. */
  effectiveAt: Date | null;
  /** What the rest of the paid period is worth. */
  credit: Money;
  /** From when the plan takes effect. */
  upcoming: UpcomingInvoice[];
  /** Cycles are collected by links until the payer authorises the plan. */
  needsAuthority: boolean;
}

/** The price of a cycle, and how often it is charged. */
export interface Charged {
  amount: Money;
  recurrence: Recurrence;
}

const DAYS = { daily: 1, weekly: 7 } as const;
const MONTHS = { monthly: 1, yearly: 12 } as const;
const MIN_MONTH_DAYS = 28;
const MAX_MONTH_DAYS = 31;

/** What the rest of a paid period is worth from `at` on: exact by milliseconds, rounded down to the smallest unit. */
export function unusedPart(price: Money, start: Date, end: Date, at: Date): Money {
  const length = BigInt(end.getTime() - start.getTime());
  const rest = BigInt(end.getTime() - at.getTime());
  if (rest <= 0n) return Money.zero(price.currency);
  return new Money((price.minor * (rest < length ? rest : length)) / length, price.currency);
}

/** How much of a credit an invoice takes, and what remains to be paid, which is never less than nothing. */
export function payableOf(price: Money, credit: Money): { credit: Money; amount: Money } {
  const used = credit.compare(price) < 0 ? credit : price;
  return { credit: used, amount: price.minus(used) };
}

/** How often a subscription or a plan is billed. */
interface BillingPeriod {
  interval: Recurrence['interval'];
  intervalCount: number;
}

/** Whether an authority for the charges of a subscription covers those under another plan. */
export function coversPlan(
  { capMinor, currency }: { capMinor: bigint; currency: Currency },
  subscription: BillingPeriod,
  plan: BillingPeriod & { amount: Money },
): boolean {
  const cap = new Money(capMinor, currency);
  return isCovered(cap, recurrenceOf(subscription), { amount: plan.amount, recurrence: recurrenceOf(plan) });
}

function recurrenceOf({ interval, intervalCount: count }: BillingPeriod): Recurrence {
  return { interval, count };
}

/** Whether an authority for charges up to `cap` covers other terms: they cost no more, and are not charged more often. */
export function isCovered(cap: Money, authorized: Recurrence, { amount, recurrence }: Charged): boolean {
  return amount.compare(cap) <= 0 && lastsAsLong(recurrence, authorized);
}

/** Whether every period of `one` lasts at least as long as each period of `other`. */
function lastsAsLong(one: Recurrence, other: Recurrence): boolean {
  const [months, otherMonths] = [monthsOf(one), monthsOf(other)];
  if (months !== null && otherMonths !== null) return months >= otherMonths;
  return daysOf(one, MIN_MONTH_DAYS) >= daysOf(other, MAX_MONTH_DAYS);
}

function monthsOf({ interval, count }: Recurrence): number | null {
  return interval === 'monthly' || interval === 'yearly' ? count * MONTHS[interval] : null;
}

function daysOf({ interval, count }: Recurrence, daysInMonth: number): number {
  if (interval === 'daily' || interval === 'weekly') return count * DAYS[interval];
  return count * MONTHS[interval] * daysInMonth;
}
