import { addSeconds, Aggregate, type Mode, Money } from '@app/kernel';
import { minorUnits } from '@app/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '../plans/plan.aggregate';
import { BillingCycle } from './billing-cycle';
import { payableOf } from './plan-change.policy';
import { notScheduled } from './subscription.errors';
import {
  AutopayStopped,
  SubscriptionCancelled,
  SubscriptionCancelScheduled,
  SubscriptionCardAttached,
  SubscriptionCreated,
  SubscriptionPlanChanged,
  SubscriptionPlanScheduled,
  SubscriptionResumed,
  WalletAuthorized,
} from './subscription.events';
import type { BillTerms, LinkOfInvoice, SubscriptionRequest } from './subscription-terms';
import {
  type BillingMode,
  type CancellationReason,
  type SubscriptionStatus,
  subscriptionStates,
} from './subscription.states';

/** Unpaid invoices in a row that end a subscription. */
export const MAX_UNPAID = 3;
const DAY_SECONDS = 86_400;

/** A customer's subscription to a plan. */
@Entity('subscriptions')
export class Subscription extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `sub_live_…` or `sub_test_…` */
  @Column({ type: 'text', name: 'subscription_id', update: false }) subscriptionId: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', update: false }) appId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** The account that has proved the address, which the subscription then follows; null until one has, and in test mode. */
  @Column({ type: 'uuid', name: 'customer_id', nullable: true }) customerId: string | null;
  /** As the merchant has given it. */
  @Column({ type: 'text', name: 'customer_email' }) customerEmail: string;
  @Column({ type: 'text', name: 'customer_name', nullable: true }) customerName: string | null;
  @Column(() => BillingCycle, { prefix: false }) cycle: BillingCycle;
  /** The plan that takes effect at the end of the period. */
  @Column({ type: 'text', name: 'next_plan_id', nullable: true }) nextPlanId: string | null = null;
  /** The plan that takes effect when an invoice is paid, and that invoice. */
  @Column({ type: 'text', name: 'pending_plan_id', nullable: true }) pendingPlanId: string | null = null;
  @Column({ type: 'text', name: 'pending_invoice_id', nullable: true }) pendingInvoiceId: string | null =
    null;
  /** Paid for periods that were not used; reduces the next invoices. */
  @Column({ type: 'bigint', name: 'credit_minor', transformer: minorUnits }) creditMinor = 0n;
  @Column({ type: 'text', name: 'billing_mode' }) billingMode: BillingMode;
  @Column({ type: 'text', name: 'success_url', nullable: true, update: false }) successUrl: string | null;
  @Column({ type: 'text', name: 'cancel_url', nullable: true, update: false }) cancelUrl: string | null;
  @Column('text') status: SubscriptionStatus;
  @Column({ type: 'timestamptz', name: 'trial_end', nullable: true, update: false }) trialEnd: Date | null =
    null;
  @Column({ type: 'int', name: 'unpaid_in_row' }) unpaidInRow = 0;
  @Column({ type: 'boolean', name: 'cancel_at_period_end' }) cancelAtPeriodEnd = false;
  @Column({ type: 'timestamptz', name: 'cancelled_at', nullable: true }) cancelledAt: Date | null = null;
  @Column({ type: 'text', name: 'cancellation_reason', nullable: true })
  cancellationReason: CancellationReason | null = null;
  /** What the payer has authorised, while it is in force. */
  @Column({ type: 'uuid', name: 'mandate_id', nullable: true }) mandateId: string | null = null;
  /** When the payer stopped charges to the wallet. */
  @Column({ type: 'timestamptz', name: 'autopay_revoked_at', nullable: true }) autopayRevokedAt: Date | null =
    null;
  /** The card that is charged, while it is saved. */
  @Column({ type: 'uuid', name: 'saved_card_id', nullable: true }) savedCardId: string | null = null;
  @Column({ type: 'boolean', name: 'allows_duplicate', update: false }) allowsDuplicate: boolean;
  /** Whether a browser made it with a public key. */
  @Column({ type: 'boolean', name: 'is_public', update: false }) isPublic: boolean;
  /** Whether a server of the merchant made it, or it was paid; until then its customer gets no mails. */
  @Column({ type: 'boolean', name: 'is_confirmed' }) isConfirmed: boolean;
  /** When it is looked at next; null once it has ended. */
  @Column({ type: 'timestamptz', name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column({ type: 'timestamptz', name: 'requested_at', update: false }) requestedAt: Date;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('int') override version = 0;
  /** A mandate that has ended by a change that is not saved yet, with its time. */
  endedMandate: { id: string; at: Date } | null = null;
  /** A saved card that is removed by a change that is not saved yet, with its time. */
  endedCard: { id: string; at: Date } | null = null;

  /** Subscribes a customer now: a trial first where the plan has one, otherwise its first cycle begins. */
  static subscribe(plan: Plan, request: SubscriptionRequest, now: Date): Subscription {
    const subscription = new Subscription();
    const firstAt = addSeconds(now, plan.trialDays * DAY_SECONDS);
    subscription.id = request.id;
    subscription.subscriptionId = request.subscriptionId;
    subscription.ownerId = plan.ownerId;
    subscription.appId = request.appId;
    subscription.mode = plan.mode;
    subscription.nameCustomer(request);
    subscription.cycle = BillingCycle.before(plan, now, firstAt);
    subscription.billingMode = request.billingMode;
    subscription.successUrl = request.successUrl;
    subscription.cancelUrl = request.cancelUrl;
    subscription.allowsDuplicate = request.allowsDuplicate;
    subscription.isPublic = request.isPublic;
    subscription.isConfirmed = request.isConfirmed;
    subscription.requestedAt = request.requestedAt;
    subscription.createdAt = now;
    if (plan.trialDays > 0) {
      subscription.status = subscriptionStates.initial;
      subscription.trialEnd = subscription.dueAt = firstAt;
    } else {
      subscription.status = 'active';
      subscription.enterCycle(0);
    }
    subscription.recordCreation();
    return subscription;
  }

  get isOpen(): boolean {
    return !subscriptionStates.isTerminal(this.status);
  }

  /** When the next cycle is billed; null where none is to come. */
  get nextBillingAt(): Date | null {
    return this.isOpen && !this.cancelAtPeriodEnd ? this.cycle.startOf(this.cycle.number + 1) : null;
  }

  get credit(): Money {
    return new Money(this.creditMinor, this.cycle.currency);
  }

  isDue(now: Date): boolean {
    return this.dueAt !== null && this.dueAt <= now;
  }

  /**
   * The next cycle begins, which is then billed. Cycles that have passed meanwhile are left out unless `billsEach`, so that
   * the customer gets no series of bills.
   */
  beginNextCycle(now: Date, billsEach: boolean): void {
    if (this.status === 'trialing') this.status = subscriptionStates.next(this.status, 'end trial');
    const next = this.cycle.number + 1;
    this.enterCycle(billsEach ? next : Math.max(next, this.cycle.numberAt(now)));
  }

  /** What the invoice of the current cycle asks for; it takes the credit. */
  takeBill(): BillTerms {
    const { planId, planName, number: cycle, periodStart: dueAt } = this.cycle;
    return { planId, planName, cycle, dueAt, ...this.useCredit() };
  }

  /** Takes the credit for an invoice of the current cycle; returns it with what remains to be paid. */
  useCredit(): { credit: Money; amount: Money } {
    const payable = payableOf(this.cycle.amount, this.credit);
    this.creditMinor -= payable.credit.minor;
    return payable;
  }

  /** Another address or name; `customerId` is the account that has proved the address. */
  nameCustomer(customer: Pick<Subscription, 'customerId' | 'customerEmail' | 'customerName'>): void {
    this.customerId = customer.customerId;
    this.customerEmail = customer.customerEmail;
    this.customerName = customer.customerName;
  }

  /**
   * Another plan applies from `at` on, which is now or the end of the period; the caller begins the cycle. `credit` is what
   * the rest of the paid period is worth. An authority that does not cover the plan ends.
   */
  changePlan(
    plan: Plan,
    at: Date,
    { credit, isAuthorized }: { credit: Money; isAuthorized: boolean },
    now: Date,
  ): void {
    const { planId: previousPlanId } = this.cycle;
    this.cycle = this.cycle.under(plan, at);
    this.clearChanges();
    this.creditMinor += credit.minor;
    if (!isAuthorized) this.endAuthority(now);
    this.record(
      new SubscriptionPlanChanged(this.id, this.ownerId, this.mode, {
        ...this.names,
        previousPlanId,
        ...this.cycle.price,
        credit,
        effectiveAt: (at < now ? at : now).toISOString(),
      }),
    );
  }

  /** The plan takes effect with the next period, in place of another one that was to; null: none does. */
  schedulePlan(plan: Plan | null): void {
    if (plan && plan.planId !== this.nextPlanId) {
      const { names, customerEmail, isConfirmed } = this;
      const effectiveAt = this.cycle.periodEnd.toISOString();
      const data = { ...names, amount: plan.amount, effectiveAt, customerEmail, isConfirmed };
      this.record(new SubscriptionPlanScheduled(this.id, this.ownerId, this.mode, data));
    }
    this.nextPlanId = plan?.planId ?? null;
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
    this.dueAt = this.cycle.periodEnd;
  }

  /** Whether a cycle has passed without a bill while the last invoice is still open: it is billed when that has ended. */
  waitsForPayment(now: Date, isLastOpen: boolean): boolean {
    return isLastOpen && this.cycle.startOf(this.cycle.number + 2) <= now;
  }

  /** Looks again at that time, or at the end of the period where it is to end then. */
  waitUntil(at: Date): void {
    const { periodEnd } = this.cycle;
    this.dueAt = this.cancelAtPeriodEnd && periodEnd < at ? periodEnd : at;
  }

  /** The period of a subscription that is to end with it is over. */
  endsNow(now: Date): boolean {
    return this.cancelAtPeriodEnd && this.cycle.periodEnd <= now;
  }

  /**
   * An invoice failed; `hasExpired`: its link ended unpaid. Returns whether that ends the subscription: the third in a row
   * does, and the first link that ends unpaid before the subscription is confirmed. See `recordEnd`.
   */
  missPayment(hasExpired: boolean, now: Date): boolean {
    if (!this.isOpen) return false;
    const endsUnconfirmed = !this.isConfirmed && hasExpired;
    this.unpaidInRow += 1;
    this.status = subscriptionStates.next(this.status, 'miss a payment');
    if (this.unpaidInRow >= MAX_UNPAID || endsUnconfirmed) this.end('payment_failed', now);
    return !this.isOpen;
  }

  /** A charge failed and is repeated at `retryAt`; null: it was the last one, which ends the subscription: see `recordEnd`. */
  missCharge(retryAt: Date | null, now: Date): void {
    this.status = subscriptionStates.next(this.status, 'miss a payment');
    if (retryAt === null) this.end('payment_failed', now);
    else this.waitUntil(retryAt);
  }

  /** Its payer has authorised charges to a wallet, in place of what was authorised before. */
  authorizeWallet(mandateId: string, now: Date): void {
    this.endMandate(now);
    this.mandateId = mandateId;
    const authorizedAt = now.toISOString();
    this.record(new WalletAuthorized(this.id, this.ownerId, this.mode, { ...this.names, authorizedAt }));
  }

  /** Whether its cycles are charged without the customer. */
  get isChargedSilently(): boolean {
    return this.mandateId !== null || this.savedCardId !== null;
  }

  /** What its links can be paid by; undefined: by everything that is offered. A card that is to be saved pays them. */
  get linkMethods(): ['card'] | undefined {
    return this.billingMode === 'card_token' ? ['card'] : undefined;
  }

  /** Its customer has agreed to charges of a card, in place of one that was saved before. */
  attachCard(savedCardId: string, { brand, last4 }: { brand: string; last4: string }, now: Date): void {
    this.removeCard(now);
    this.savedCardId = savedCardId;
    const card = { cardBrand: brand, cardLast4: last4 };
    this.record(new SubscriptionCardAttached(this.id, this.ownerId, this.mode, { ...this.names, ...card }));
  }

  /** Its saved card is not charged any more; links save another one. */
  removeCard(now: Date): void {
    if (this.savedCardId !== null) this.endedCard = { id: this.savedCardId, at: now };
    this.savedCardId = null;
  }

  /** Nothing is charged without the customer from now on; cycles are collected by links, and an open invoice by `link`. */
  stopAutopay(link: LinkOfInvoice | null, now: Date): void {
    this.endMandate(now);
    this.billingMode = 'invoice';
    this.autopayRevokedAt = now;
    this.dueAt = this.cycle.periodEnd;
    const { customerEmail } = this;
    const data = { ...this.names, link: link && { ...link, customerEmail } };
    this.record(new AutopayStopped(this.id, this.ownerId, this.mode, data));
  }

  /**
   * An invoice was paid; `isLatest`: of the last cycle, `missedSince`: the links of later cycles that have failed. A
   * cancelled subscription stays cancelled.
   */
  receivePayment(isLatest: boolean, missedSince = 0): void {
    this.isConfirmed = true;
    this.unpaidInRow = Math.min(this.unpaidInRow, missedSince);
    if (!this.isOpen || !isLatest) return;
    if (this.status === 'past_due') this.status = subscriptionStates.next(this.status, 'recover');
    this.dueAt = this.cycle.periodEnd;
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
    this.clearChanges();
    this.waitUntil(this.dueAt!);
    const { names, customerEmail } = this;
    const endsAt = this.cycle.periodEnd.toISOString();
    const data = { ...names, cancelledBy, endsAt, customerEmail };
    this.record(new SubscriptionCancelScheduled(this.id, this.ownerId, this.mode, data));
  }

  resume(): void {
    if (!this.isOpen || !this.cancelAtPeriodEnd) throw notScheduled();
    this.cancelAtPeriodEnd = false;
    const { names, customerEmail } = this;
    this.record(new SubscriptionResumed(this.id, this.ownerId, this.mode, { ...names, customerEmail }));
  }

  /** Records the event of the end, which follows the one of the invoice that caused it. */
  recordEnd(): void {
    const { names, customerEmail, isConfirmed } = this;
    this.record(
      new SubscriptionCancelled(this.id, this.ownerId, this.mode, {
        ...names,
        reason: this.cancellationReason!,
        cancelledAt: this.cancelledAt!.toISOString(),
        customerEmail,
        isConfirmed,
        planName: this.cycle.planName,
      }),
    );
  }

  /** Its names in events. */
  private get names() {
    return { subscriptionId: this.subscriptionId, planId: this.cycle.planId, appId: this.appId };
  }

  private enterCycle(number: number): void {
    this.cycle = this.cycle.withNumber(number);
    this.dueAt = this.cycle.periodEnd;
  }

  private clearChanges(): void {
    this.nextPlanId = this.pendingPlanId = this.pendingInvoiceId = null;
  }

  private end(reason: CancellationReason, now: Date): void {
    this.status = subscriptionStates.next(this.status, 'cancel');
    this.cancellationReason = reason;
    this.cancelledAt = now;
    this.cancelAtPeriodEnd = false;
    this.clearChanges();
    this.dueAt = null;
    this.endAuthority(now);
  }

  private endAuthority(now: Date): void {
    this.endMandate(now);
    this.removeCard(now);
  }

  private endMandate(now: Date): void {
    if (this.mandateId !== null) this.endedMandate = { id: this.mandateId, at: now };
    this.mandateId = null;
  }

  private recordCreation(): void {
    const { names, cycle, billingMode, status, customerEmail, customerName } = this;
    this.record(
      new SubscriptionCreated(this.id, this.ownerId, this.mode, {
        ...names,
        ...cycle.price,
        billingMode,
        status,
        customerEmail,
        customerName,
        trialEnd: this.trialEnd?.toISOString() ?? null,
        periodStart: cycle.periodStart.toISOString(),
        periodEnd: cycle.periodEnd.toISOString(),
        nextBillingAt: this.nextBillingAt?.toISOString() ?? null,
        createdAt: this.createdAt.toISOString(),
      }),
    );
  }
}
