import { minorUnits } from '@app/database';
import { type Currency, type Interval, Money, periodAt, periodStart, type Recurrence } from '@app/kernel';
import { Column } from 'typeorm';
import type { Plan } from '../plans/plan.aggregate';
import { payableOf, type UpcomingInvoice } from './plan-change.policy';

/** Of a preview. */
const UPCOMING = 3;

type Terms = Pick<
  BillingCycle,
  'planId' | 'planName' | 'amountMinor' | 'currency' | 'interval' | 'intervalCount'
>;
type Anchor = Pick<BillingCycle, 'anchorAt' | 'anchorNumber'>;
type Period = Pick<BillingCycle, 'number' | 'periodStart' | 'periodEnd'>;

/** The cycle that a subscription has reached, with the terms of its plan. A value: another cycle takes its place. */
export class BillingCycle {
  @Column({ type: 'text', name: 'plan_id' }) planId: string;
  @Column({ type: 'text', name: 'plan_name' }) planName: string;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text' }) interval: Interval;
  @Column({ type: 'int', name: 'interval_count' }) intervalCount: number;
  /** The first billing date of the plan, from which every period is computed. */
  @Column({ type: 'timestamptz', name: 'anchor_at' }) anchorAt: Date;
  /** The cycle that begins at the anchor. */
  @Column({ type: 'int', name: 'anchor_cycle' }) anchorNumber: number;
  /** From 0; -1 in a trial. */
  @Column({ type: 'int', name: 'cycle' }) number: number;
  @Column({ type: 'timestamptz', name: 'period_start' }) periodStart: Date;
  @Column({ type: 'timestamptz', name: 'period_end' }) periodEnd: Date;

  /** The time before the first cycle of a plan, which begins at `periodEnd`. */
  static before(plan: Plan, start: Date, periodEnd: Date): BillingCycle {
    const anchor = { anchorAt: periodEnd, anchorNumber: 0 };
    return cycleOf(termsOf(plan), anchor, { number: -1, periodStart: start, periodEnd });
  }

  /** The price of a cycle. */
  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  /** The price, and how often it is charged. */
  get price() {
    const { amount, interval, intervalCount } = this;
    return { amount, interval, intervalCount };
  }

  startOf(number: number): Date {
    return periodStart(this.anchorAt, this.recurrence, number - this.anchorNumber);
  }

  /** The number of the cycle at that time. */
  numberAt(at: Date): number {
    return this.anchorNumber + periodAt(this.anchorAt, this.recurrence, at);
  }

  withNumber(number: number): BillingCycle {
    const period = { number, periodStart: this.startOf(number), periodEnd: this.startOf(number + 1) };
    return cycleOf(this, this, period);
  }

  /** The same period, after which the first cycle of the plan begins at `at`. Billing dates stay as they are where the interval does. */
  under(plan: Plan, at: Date): BillingCycle {
    const keepsDates =
      at.getTime() === this.periodEnd.getTime() &&
      plan.interval === this.interval &&
      plan.intervalCount === this.intervalCount;
    const anchor = keepsDates ? this : { anchorAt: at, anchorNumber: this.number + 1 };
    return cycleOf(termsOf(plan), anchor, this);
  }

  /** The next invoices, with the credit that they take. */
  foresee(credit: Money): UpcomingInvoice[] {
    let rest = credit;
    return Array.from({ length: UPCOMING }, (_, i) => {
      const payable = payableOf(this.amount, rest);
      rest = rest.minus(payable.credit);
      return { dueAt: this.startOf(this.number + 1 + i), ...payable };
    });
  }

  private get recurrence(): Recurrence {
    return { interval: this.interval, count: this.intervalCount };
  }
}

function termsOf({ planId, name: planName, amountMinor, currency, interval, intervalCount }: Plan): Terms {
  return { planId, planName, amountMinor, currency, interval, intervalCount };
}

function cycleOf(terms: Terms, anchor: Anchor, period: Period): BillingCycle {
  const cycle = new BillingCycle();
  cycle.planId = terms.planId;
  cycle.planName = terms.planName;
  cycle.amountMinor = terms.amountMinor;
  cycle.currency = terms.currency;
  cycle.interval = terms.interval;
  cycle.intervalCount = terms.intervalCount;
  cycle.anchorAt = anchor.anchorAt;
  cycle.anchorNumber = anchor.anchorNumber;
  cycle.number = period.number;
  cycle.periodStart = period.periodStart;
  cycle.periodEnd = period.periodEnd;
  return cycle;
}
