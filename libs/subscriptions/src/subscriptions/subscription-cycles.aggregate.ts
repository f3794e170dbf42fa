import { minorUnits } from '@app/database';
import { type Currency, type Interval, Money, periodAt, periodStart, type Recurrence } from '@app/kernel';
import { Column } from 'typeorm';
import type { BillTerms } from './subscription-terms';
import type { Plan } from '../plans/plan.aggregate';
import { payableOf, type UpcomingInvoice } from './plan-change.policy';
import { Subscriber } from './subscriber.aggregate';

/** Of a preview. */
const UPCOMING = 3;

/** The plan of a subscription, its cycles, and the credit for cycles to come. */
export abstract class SubscriptionCycles extends Subscriber {
  @Column({ type: 'text', name: 'plan_id' }) planId: string;
  @Column({ type: 'text', name: 'plan_name' }) planName: string;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text' }) interval: Interval;
  @Column({ type: 'int', name: 'interval_count' }) intervalCount: number;
  /** The first billing date of the plan, from which every period is computed. */
  @Column({ type: 'timestamptz', name: 'anchor_at' }) anchorAt: Date;
  /** The cycle that begins at the anchor. */
  @Column({ type: 'int', name: 'anchor_cycle' }) anchorCycle: number;
  /** The last cycle that was reached, from 0; -1 in a trial. */
  @Column('int') cycle: number;
  @Column({ type: 'timestamptz', name: 'period_start' }) periodStart: Date;
  @Column({ type: 'timestamptz', name: 'period_end' }) periodEnd: Date;
  /** The plan that takes effect at the end of the period. */
  @Column({ type: 'text', name: 'next_plan_id', nullable: true }) nextPlanId: string | null;
  /** The plan that takes effect when an invoice is paid, and that invoice. */
  @Column({ type: 'text', name: 'pending_plan_id', nullable: true }) pendingPlanId: string | null;
  @Column({ type: 'text', name: 'pending_invoice_id', nullable: true }) pendingInvoiceId: string | null;
  @Column({ type: 'bigint', name: 'credit_minor', transformer: minorUnits }) creditMinor: bigint;
  abstract dueAt: Date | null;

  /** The price of a cycle. */
  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  /** Paid for periods that were not used; reduces the next invoices. */
  get credit(): Money {
    return new Money(this.creditMinor, this.currency);
  }

  /** What the invoice of the current cycle asks for: the price less the credit. */
  get payable(): Money {
    return payableOf(this.amount, this.credit).amount;
  }

  /** Takes the credit for an invoice of the current cycle; returns it with what remains to be paid. */
  useCredit(): { credit: Money; amount: Money } {
    const payable = payableOf(this.amount, this.credit);
    this.creditMinor -= payable.credit.minor;
    return payable;
  }

  /** The plan of the invoice takes effect when it is paid, in place of one that was to take effect. */
  awaitChange({ planId, invoiceId }: { planId: string; invoiceId: string }): void {
    this.clearChanges();
    this.pendingPlanId = planId;
    this.pendingInvoiceId = invoiceId;
  }

  /** The change of plan that waits for a payment does not take effect. */
  dropPendingChange(): void {
    this.pendingPlanId = this.pendingInvoiceId = null;
    this.dueAt = this.periodEnd;
  }

  /** What the invoice of the current cycle asks for; it takes the credit. */
  takeBill(): BillTerms {
    const { planId, planName, cycle, periodStart: dueAt } = this;
    return { planId, planName, cycle, dueAt, ...this.useCredit() };
  }

  /** The next invoices under a plan whose first cycle begins at `at`. */
  foresee(plan: Plan, at: Date, credit: Money): UpcomingInvoice[] {
    const { anchorAt, anchorCycle } = this.anchorUnder(plan, at);
    const recurrence = { interval: plan.interval, count: plan.intervalCount };
    const invoices: UpcomingInvoice[] = [];
    let rest = credit;
    for (let cycle = this.cycle + 1; invoices.length < UPCOMING; cycle++) {
      const payable = payableOf(plan.amount, rest);
      rest = rest.minus(payable.credit);
      invoices.push({ dueAt: periodStart(anchorAt, recurrence, cycle - anchorCycle), ...payable });
    }
    return invoices;
  }

  /** The next cycle begins at `at` and is the first of the plan. Billing dates stay as they are where the interval does. */
  protected adopt(plan: Plan, at: Date): void {
    Object.assign(this, this.anchorUnder(plan, at));
    const { planId, name: planName, amountMinor, interval, intervalCount } = plan;
    Object.assign(this, { planId, planName, amountMinor, interval, intervalCount });
    this.clearChanges();
  }

  protected clearChanges(): void {
    this.nextPlanId = this.pendingPlanId = this.pendingInvoiceId = null;
  }

  protected startOf(cycle: number): Date {
    return periodStart(this.anchorAt, this.recurrence, cycle - this.anchorCycle);
  }

  protected cycleAt(at: Date): number {
    return this.anchorCycle + periodAt(this.anchorAt, this.recurrence, at);
  }

  protected enterCycle(cycle: number): void {
    this.cycle = cycle;
    this.periodStart = this.startOf(cycle);
    this.periodEnd = this.dueAt = this.startOf(cycle + 1);
  }

  private get recurrence(): Recurrence {
    return { interval: this.interval, count: this.intervalCount };
  }

  private anchorUnder({ interval, intervalCount }: Plan, at: Date): { anchorAt: Date; anchorCycle: number } {
    const keepsDates =
      at.getTime() === this.periodEnd.getTime() &&
      interval === this.interval &&
      intervalCount === this.intervalCount;
    const { anchorAt, anchorCycle } = this;
    return keepsDates ? { anchorAt, anchorCycle } : { anchorAt: at, anchorCycle: this.cycle + 1 };
  }
}
