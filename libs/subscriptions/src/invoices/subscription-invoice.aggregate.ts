import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { MAX_ATTEMPTS, nextRetryOf, retryAfter, retryAfterFault } from './retry-schedule.policy';
import { MAX_UNPAID } from '../subscriptions/subscription.aggregate';
import type { BillingMode, SubscriptionStatus } from '../subscriptions/subscription.states';
import type { BillTerms } from '../subscriptions/subscription-terms';
import {
  SubscriptionInvoiceCreated,
  SubscriptionInvoiceFailed,
  SubscriptionInvoicePaid,
} from './subscription-invoice.events';
import {
  type ChargeFailure,
  type InvoiceFailure,
  type SubscriptionInvoiceStatus,
  subscriptionInvoiceStates,
} from './subscription-invoice.states';

/** The checkout session that an invoice is paid in. */
export interface InvoiceLink {
  sessionId: string;
  expiresAt: Date;
}

/** The bill of one cycle of a subscription. */
@Entity('subscription_invoices')
export class SubscriptionInvoice extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  /** `inv_live_…` or `inv_test_…` */
  @Column({ type: 'text', name: 'invoice_id', update: false }) invoiceId: string;
  /** Internal id of the subscription. */
  @Column({ type: 'uuid', name: 'subscription_key', update: false }) subscriptionKey: string;
  @Column({ type: 'text', name: 'subscription_id', update: false }) subscriptionId: string;
  @Column({ type: 'text', name: 'plan_id', update: false }) planId: string;
  @Column({ type: 'text', name: 'plan_name', update: false }) planName: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', update: false }) appId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  /** Negative for a change of plan that has not taken effect, and is then billed in advance. */
  @Column('int') cycle: number;
  @Column('text') status: SubscriptionInvoiceStatus;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;
  /** The part of the price that a credit of the subscription covers; `amountMinor` is the rest. */
  @Column({ type: 'bigint', name: 'credit_minor', transformer: minorUnits, update: false })
  creditMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text', name: 'billing_mode', update: false }) billingMode: BillingMode;
  @Column({ type: 'text', name: 'customer_email', update: false }) customerEmail: string;
  /** The last session that was opened for it; null where it is charged without the customer. */
  @Column({ type: 'text', name: 'checkout_session_id', nullable: true }) checkoutSessionId: string | null;
  @Column({ type: 'timestamptz', name: 'due_at', update: false }) dueAt: Date;
  @Column({ type: 'timestamptz', name: 'link_ends_at', nullable: true }) linkEndsAt: Date | null;
  /** Charged without the customer, not collected by a link. */
  @Column({ type: 'boolean', name: 'is_silent' }) isSilent: boolean;
  /** Under which it was charged. */
  @Column({ type: 'uuid', name: 'mandate_id', nullable: true }) mandateId: string | null;
  /** Since when a fault of the service delays its charge. */
  @Column({ type: 'timestamptz', name: 'fault_since', nullable: true }) faultSince: Date | null;
  /** Natural key of the booking that settled it; null in test mode. */
  @Column({ type: 'text', name: 'settlement_key', nullable: true }) settlementKey: string | null;
  @Column({ type: 'timestamptz', name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column({ type: 'int', name: 'attempt_count' }) attemptCount: number;
  @Column({ type: 'timestamptz', name: 'next_retry_at', nullable: true }) nextRetryAt: Date | null;
  @Column({ type: 'text', name: 'last_error', nullable: true }) lastError: InvoiceFailure | null;
  /** When its subscription was cancelled while it was open, or the change of plan that it bills was given up. */
  @Column({ type: 'timestamptz', name: 'voided_at', nullable: true }) voidedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('int') override version = 0;

  /**
   * Bills a subscription: by a link, or where that is null by charges without the customer. One that its credit covers in
   * full is paid at once.
   */
  static bill(
    { id, invoiceId }: { id: string; invoiceId: string },
    subscription: Subscription,
    { planId, planName, cycle, dueAt, credit, amount }: BillTerms,
    link: InvoiceLink | null,
    now: Date,
  ): SubscriptionInvoice {
    const invoice = new SubscriptionInvoice();
    const { ownerId, mode } = subscription;
    invoice.id = id;
    invoice.invoiceId = invoiceId;
    invoice.subscriptionKey = subscription.id;
    invoice.subscriptionId = subscription.subscriptionId;
    invoice.planId = planId;
    invoice.planName = planName;
    invoice.ownerId = ownerId;
    invoice.appId = subscription.appId;
    invoice.mode = mode;
    invoice.cycle = cycle;
    invoice.amountMinor = amount.minor;
    invoice.creditMinor = credit.minor;
    invoice.currency = amount.currency;
    invoice.customerEmail = subscription.customerEmail;
    invoice.dueAt = dueAt;
    invoice.billingMode = subscription.billingMode;
    invoice.status = subscriptionInvoiceStates.initial;
    invoice.checkoutSessionId = link?.sessionId ?? null;
    invoice.linkEndsAt = link?.expiresAt ?? null;
    invoice.isSilent = link === null;
    invoice.mandateId = invoice.faultSince = invoice.settlementKey = null;
    invoice.attemptCount = 0;
    invoice.paidAt = invoice.nextRetryAt = invoice.lastError = invoice.voidedAt = null;
    invoice.createdAt = now;
    invoice.record(
      new SubscriptionInvoiceCreated(subscription.id, ownerId, mode, {
        ...invoice.facts,
        isConfirmed: subscription.isConfirmed,
        planName,
        customerName: subscription.customerName,
        linkEndsAt: link?.expiresAt.toISOString() ?? null,
      }),
    );
    if (amount.isZero) {
      invoice.pay(now, null);
      subscription.receivePayment(true);
    }
    return invoice;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get credit(): Money {
    return new Money(this.creditMinor, this.currency);
  }

  /** Of the cycle, before the credit. */
  get price(): Money {
    return this.amount.plus(this.credit);
  }

  get isOpen(): boolean {
    return this.status === 'created';
  }

  /** Whether it bills a change of plan that has not taken effect. */
  get isOfChange(): boolean {
    return this.cycle < 0;
  }

  /** Whether a payment can still be begun. */
  get isPayable(): boolean {
    return this.status !== 'paid' && this.voidedAt === null;
  }

  /** Another session can pay it. The time that it could be paid before does not become shorter. */
  attachLink({ sessionId, expiresAt }: InvoiceLink): void {
    this.checkoutSessionId = sessionId;
    if (this.linkEndsAt === null || this.linkEndsAt < expiresAt) this.linkEndsAt = expiresAt;
  }

  /** Whether it was paid without a failure before. */
  get wasPaidAtOnce(): boolean {
    return this.status === 'paid' && this.lastError === null;
  }

  /** Whether it is charged without the customer, now or later. */
  get awaitsCharge(): boolean {
    if (!this.isSilent || this.voidedAt !== null) return false;
    return this.isOpen || (this.status === 'failed' && this.nextRetryAt !== null);
  }

  /** The number of the attempt that comes next, from 1. */
  get nextAttempt(): number {
    return this.attemptCount + 1;
  }

  /** When it is to be charged. */
  get chargeAt(): Date {
    return this.nextRetryAt ?? this.dueAt;
  }

  /** Its payment is certain, booked under `settlementKey`. Returns whether that was not known before. */
  pay(now: Date, settlementKey: string | null): boolean {
    if (this.status === 'paid') return false;
    this.status = subscriptionInvoiceStates.next(this.status, 'pay');
    this.settlementKey = settlementKey;
    this.faultSince = null;
    this.paidAt = now;
    this.nextRetryAt = null;
    this.attemptCount += 1;
    this.record(new SubscriptionInvoicePaid(this.subscriptionKey, this.ownerId, this.mode, this.facts));
    return true;
  }

  /** The change of plan that it bills takes effect: it is the invoice of the cycle that has begun. */
  takeEffect(subscription: Subscription): void {
    subscription.useCredit();
    this.cycle = subscription.cycle.number;
  }

  /** The change of plan that it bills was not paid, and is given up. */
  failChange(reason: InvoiceFailure, subscription: Subscription, now: Date): void {
    subscription.dropPendingChange();
    this.nextRetryAt = this.faultSince = null;
    this.voidedAt = now;
    this.noteFailure(reason);
    this.recordFailure(reason, subscription, 1, 1);
  }

  /** Its link fails for its subscription, which has noted that already. */
  fail(reason: InvoiceFailure, subscription: Subscription): void {
    this.noteFailure(reason);
    if (!subscription.isOpen && subscription.cancellationReason !== 'payment_failed') return;
    this.recordFailure(reason, subscription, Math.max(1, subscription.unpaidInRow), MAX_UNPAID);
  }

  /** A charge failed. The subscription waits for the next one, or ends with the last one. */
  failCharge(reason: ChargeFailure, subscription: Subscription, now: Date): void {
    if (this.isOfChange) return this.failChange(reason, subscription, now);
    this.nextRetryAt = retryAfter(this.nextAttempt, this.chargeAt, now);
    this.faultSince = null;
    this.noteFailure(reason);
    subscription.missCharge(this.nextRetryAt, now);
    this.recordFailure(reason, subscription, this.attemptCount, MAX_ATTEMPTS);
  }

  /**
   * A fault of the service prevents a charge: the subscription waits without counting an attempt. Returns false where it
   * has lasted so long that the attempt counts as failed.
   */
  delayCharge(subscription: Subscription, now: Date): boolean {
    this.faultSince ??= now;
    const again = retryAfterFault(this.faultSince, now);
    if (again) subscription.waitUntil(again);
    return again !== null;
  }

  /** It is not charged any more: only its link collects it, and it fails again when that ends unpaid. */
  collectByLink(link: InvoiceLink): void {
    this.attachLink(link);
    if (!this.isOpen) this.status = subscriptionInvoiceStates.next(this.status, 'reopen');
    this.isSilent = false;
    this.nextRetryAt = this.faultSince = null;
  }

  /** Its subscription has ended, and nothing is charged any more; there is no event. */
  endCharges(): void {
    this.nextRetryAt = this.faultSince = null;
    if (this.isOpen) this.status = subscriptionInvoiceStates.next(this.status, 'fail');
  }

  /** Its subscription was cancelled, or the change of plan that it bills was given up; there is no event. */
  void(now: Date): void {
    this.voidedAt = now;
    this.nextRetryAt = null;
    if (this.isOpen) this.status = subscriptionInvoiceStates.next(this.status, 'fail');
  }

  private noteFailure(reason: InvoiceFailure): void {
    this.status = subscriptionInvoiceStates.next(this.status, 'fail');
    this.lastError = reason;
    this.attemptCount += 1;
  }

  private recordFailure(
    reason: InvoiceFailure,
    subscription: Subscription,
    attempt: number,
    maxAttempts: number,
  ): void {
    const again = nextRetryOf(this, subscription);
    this.record(
      new SubscriptionInvoiceFailed(this.subscriptionKey, this.ownerId, this.mode, {
        ...this.facts,
        isConfirmed: subscription.isConfirmed,
        attempt,
        maxAttempts,
        willRetry: again !== null,
        nextRetryAt: again?.toISOString() ?? null,
        subscriptionStatus: subscription.status as Exclude<SubscriptionStatus, 'trialing'>,
        reason,
        planName: this.planName,
        isSilent: this.isSilent,
      }),
    );
  }

  private get facts() {
    const { invoiceId, subscriptionId, planId, appId, status, amount, billingMode, customerEmail } = this;
    return {
      invoiceId,
      subscriptionId,
      planId,
      appId,
      status,
      amount,
      billingMode,
      customerEmail,
      checkoutSessionId: this.checkoutSessionId,
      dueAt: this.dueAt.toISOString(),
      paidAt: this.paidAt?.toISOString() ?? null,
    };
  }
}
