import { minorUnits } from '@app/database';
import {
  addSeconds,
  Aggregate,
  type Currency,
  type Interval,
  type Mode,
  Money,
  periodAt,
  periodStart,
  type Recurrence,
} from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '../plans/plan.aggregate';
import { notScheduled } from '../subscriptions.errors';
import {
  SubscriptionCancelled,
  SubscriptionCancelScheduled,
  SubscriptionCreated,
  SubscriptionResumed,
} from './subscription.events';
import { type CancellationReason, type SubscriptionStatus, subscriptionStates } from './subscription.states';

/** Unpaid invoices in a row that end a subscription. */
export const MAX_UNPAID = 3;
const DAY_SECONDS = 86_400;

export interface SubscriptionRequest {
  id: string;
  subscriptionId: string;
  /** The app that makes it. */
  appId: string;
  customerEmail: string;
  customerName: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  allowsDuplicate: boolean;
  /** Real time. */
  requestedAt: Date;
}

/** A customer's subscription to a plan, with the terms of the plan at that time. */
@Entity('subscriptions')
export class Subscription extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `sub_live_…` or `sub_test_…` */
  @Column({ type: 'text', name: 'subscription_id', update: false }) subscriptionId: string;
  @Column({ type: 'text', name: 'plan_id', update: false }) planId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', update: false }) appId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'text', name: 'plan_name', update: false }) planName: string;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text', update: false }) interval: Interval;
  @Column({ type: 'int', name: 'interval_count', update: false }) intervalCount: number;
  @Column({ type: 'text', name: 'billing_mode' }) billingMode: 'invoice';
  @Column({ type: 'text', name: 'customer_email', update: false }) customerEmail: string;
  @Column({ type: 'text', name: 'customer_name', nullable: true, update: false }) customerName: string | null;
  @Column({ type: 'text', name: 'success_url', nullable: true, update: false }) successUrl: string | null;
  @Column({ type: 'text', name: 'cancel_url', nullable: true, update: false }) cancelUrl: string | null;
  @Column('text') status: SubscriptionStatus;
  /** The first billing date, from which every period is computed. */
  @Column({ type: 'timestamptz', name: 'anchor_at', update: false }) anchorAt: Date;
  /** The last cycle that was reached, from 0; -1 in a trial. */
  @Column('int') cycle: number;
  @Column({ type: 'timestamptz', name: 'period_start' }) periodStart: Date;
  @Column({ type: 'timestamptz', name: 'period_end' }) periodEnd: Date;
  @Column({ type: 'timestamptz', name: 'trial_end', nullable: true, update: false }) trialEnd: Date | null;
  @Column({ type: 'int', name: 'unpaid_in_row' }) unpaidInRow: number;
  @Column({ type: 'boolean', name: 'cancel_at_period_end' }) cancelAtPeriodEnd: boolean;
  @Column({ type: 'timestamptz', name: 'cancelled_at', nullable: true }) cancelledAt: Date | null;
  @Column({ type: 'text', name: 'cancellation_reason', nullable: true })
  cancellationReason: CancellationReason | null;
  @Column({ type: 'boolean', name: 'allows_duplicate', update: false }) allowsDuplicate: boolean;
  /** When it is looked at next; null once it has ended. */
  @Column({ type: 'timestamptz', name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column({ type: 'timestamptz', name: 'requested_at', update: false }) requestedAt: Date;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('int') override version = 0;

  /** Subscribes a customer now: a trial first where the plan has one, otherwise its first cycle begins. */
  static subscribe(plan: Plan, request: SubscriptionRequest, now: Date): Subscription {
    const subscription = new Subscription();
    const { planId, ownerId, mode, name, amountMinor, currency, interval, intervalCount, trialDays } = plan;
    Object.assign(subscription, request, { planId, ownerId, mode, planName: name });
    Object.assign(subscription, { amountMinor, currency, interval, intervalCount });
    subscription.billingMode = 'invoice';
    subscription.unpaidInRow = 0;
    subscription.cancelAtPeriodEnd = false;
    subscription.cancelledAt = subscription.cancellationReason = null;
    subscription.createdAt = now;
    if (trialDays > 0) subscription.beginTrial(now, addSeconds(now, trialDays * DAY_SECONDS));
    else {
      subscription.status = 'active';
      subscription.anchorAt = now;
      subscription.trialEnd = null;
      subscription.enterCycle(0);
    }
    subscription.record(
      new SubscriptionCreated(subscription.id, ownerId, mode, {
        ...subscription.names,
        amount: subscription.amount,
        interval,
        intervalCount,
        billingMode: 'invoice',
        status: subscription.status,
        customerEmail: subscription.customerEmail,
        customerName: subscription.customerName,
        trialEnd: subscription.trialEnd?.toISOString() ?? null,
      }),
    );
    return subscription;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get isOpen(): boolean {
    return !subscriptionStates.isTerminal(this.status);
  }

  /** When the next cycle is billed; null where none is to come. */
  get nextBillingAt(): Date | null {
    return this.isOpen && !this.cancelAtPeriodEnd ? this.startOf(this.cycle + 1) : null;
  }

  /** Its names in events. */
  get names(): { subscriptionId: string; planId: string; appId: string } {
    return { subscriptionId: this.subscriptionId, planId: this.planId, appId: this.appId };
  }

  isDue(now: Date): boolean {
    return this.dueAt !== null && this.dueAt <= now;
  }

  /**
   * The next cycle begins, which is then billed. After a long interruption a subscription with an unpaid invoice goes on
   * with the running cycle, so that the customer gets no series of bills.
   */
  beginNextCycle(now: Date, isLastPaid: boolean): void {
    if (this.status === 'trialing') this.status = subscriptionStates.next(this.status, 'end trial');
    const running = periodAt(this.anchorAt, this.recurrence, now);
    this.enterCycle(isLastPaid ? this.cycle + 1 : Math.max(this.cycle + 1, running));
  }

  /** Whether a cycle has passed without a bill while the last invoice is still open: it is billed when that has ended. */
  waitsForPayment(now: Date, isLastOpen: boolean): boolean {
    return isLastOpen && this.startOf(this.cycle + 2) <= now;
  }

  /** Looks again at that time. */
  waitUntil(at: Date): void {
    this.dueAt = at;
  }

  /** An invoice failed. Returns whether it was the last of three in a row, which ends the subscription: see `recordEnd`. */
  missPayment(now: Date): boolean {
    if (!this.isOpen) return false;
    this.unpaidInRow += 1;
    this.status = subscriptionStates.next(this.status, 'miss a payment');
    if (this.unpaidInRow >= MAX_UNPAID) this.end('payment_failed', now);
    return !this.isOpen;
  }

  /** An invoice was paid; `isLatest`: of the last cycle. A cancelled subscription stays cancelled. */
  receivePayment(isLatest: boolean): void {
    if (!this.isOpen || !isLatest) return;
    this.unpaidInRow = 0;
    if (this.status === 'past_due') this.status = subscriptionStates.next(this.status, 'recover');
    this.dueAt = this.periodEnd;
  }

  cancel(reason: CancellationReason, now: Date): void {
    if (!this.isOpen) return;
    this.end(reason, now);
    this.recordEnd();
  }

  /** Twice is the same as once. */
  cancelAtEnd(cancelledBy: 'customer' | 'merchant'): void {
    if (!this.isOpen || this.cancelAtPeriodEnd) return;
    this.cancelAtPeriodEnd = true;
    this.dueAt = this.periodEnd;
    const endsAt = this.periodEnd.toISOString();
    this.record(
      new SubscriptionCancelScheduled(this.id, this.ownerId, this.mode, {
        ...this.names,
        cancelledBy,
        endsAt,
      }),
    );
  }

  resume(): void {
    if (!this.isOpen || !this.cancelAtPeriodEnd) throw notScheduled();
    this.cancelAtPeriodEnd = false;
    this.record(new SubscriptionResumed(this.id, this.ownerId, this.mode, this.names));
  }

  /** Records the event of the end, which follows the one of the invoice that caused it. */
  recordEnd(): void {
    this.record(
      new SubscriptionCancelled(this.id, this.ownerId, this.mode, {
        ...this.names,
        reason: this.cancellationReason!,
        cancelledAt: this.cancelledAt!.toISOString(),
        customerEmail: this.customerEmail,
        planName: this.planName,
      }),
    );
  }

  private get recurrence(): Recurrence {
    return { interval: this.interval, count: this.intervalCount };
  }

  private startOf(cycle: number): Date {
    return periodStart(this.anchorAt, this.recurrence, cycle);
  }

  private beginTrial(now: Date, trialEnd: Date): void {
    this.status = subscriptionStates.initial;
    this.cycle = -1;
    this.periodStart = now;
    this.anchorAt = this.trialEnd = this.periodEnd = this.dueAt = trialEnd;
  }

  private enterCycle(cycle: number): void {
    this.cycle = cycle;
    this.periodStart = this.startOf(cycle);
    this.periodEnd = this.dueAt = this.startOf(cycle + 1);
  }

  private end(reason: CancellationReason, now: Date): void {
    this.status = subscriptionStates.next(this.status, 'cancel');
    this.cancellationReason = reason;
    this.cancelledAt = now;
    this.cancelAtPeriodEnd = false;
    this.dueAt = null;
  }
}
