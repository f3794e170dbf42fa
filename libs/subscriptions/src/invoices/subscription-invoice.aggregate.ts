import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Subscription } from '../subscriptions/subscription.aggregate';
import { MAX_UNPAID } from '../subscriptions/subscription.aggregate';
import {
  SubscriptionInvoiceCreated,
  SubscriptionInvoiceFailed,
  SubscriptionInvoicePaid,
} from '../subscriptions/subscription.events';
import {
  type InvoiceFailure,
  type SubscriptionInvoiceStatus,
  subscriptionInvoiceStates,
} from './subscription-invoice.states';

/** The checkout session that an invoice is paid in. */
interface InvoiceLink {
  id: string;
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
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  @Column({ type: 'uuid', name: 'app_id', update: false }) appId: string;
  @Column({ type: 'text', update: false }) mode: Mode;
  @Column({ type: 'int', update: false }) cycle: number;
  @Column('text') status: SubscriptionInvoiceStatus;
  @Column({ type: 'bigint', name: 'amount_minor', transformer: minorUnits, update: false })
  amountMinor: bigint;
  @Column({ type: 'text', update: false }) currency: Currency;
  @Column({ type: 'text', name: 'billing_mode', update: false }) billingMode: 'invoice';
  @Column({ type: 'text', name: 'customer_email', update: false }) customerEmail: string;
  @Column({ type: 'text', name: 'checkout_session_id', update: false }) checkoutSessionId: string;
  @Column({ type: 'timestamptz', name: 'due_at', update: false }) dueAt: Date;
  @Column({ type: 'timestamptz', name: 'link_ends_at', update: false }) linkEndsAt: Date;
  @Column({ type: 'timestamptz', name: 'paid_at', nullable: true }) paidAt: Date | null;
  @Column({ type: 'int', name: 'attempt_count' }) attemptCount: number;
  @Column({ type: 'timestamptz', name: 'next_retry_at', nullable: true }) nextRetryAt: Date | null;
  @Column({ type: 'text', name: 'last_error', nullable: true }) lastError: InvoiceFailure | null;
  /** When its subscription was cancelled while it was open. */
  @Column({ type: 'timestamptz', name: 'voided_at', nullable: true }) voidedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', update: false }) createdAt: Date;
  @Column('int') override version = 0;

  /** Bills the current cycle of a subscription by a link. */
  static bill(
    id: string,
    invoiceId: string,
    subscription: Subscription,
    link: InvoiceLink,
    now: Date,
  ): SubscriptionInvoice {
    const invoice = new SubscriptionInvoice();
    const { ownerId, appId, mode, subscriptionId, planId, cycle, amountMinor, currency } = subscription;
    Object.assign(invoice, { id, invoiceId, ownerId, appId, mode, subscriptionId, planId, cycle });
    Object.assign(invoice, { amountMinor, currency, customerEmail: subscription.customerEmail });
    invoice.subscriptionKey = subscription.id;
    invoice.billingMode = subscription.billingMode;
    invoice.status = subscriptionInvoiceStates.initial;
    invoice.checkoutSessionId = link.sessionId;
    invoice.dueAt = subscription.periodStart;
    invoice.linkEndsAt = link.expiresAt;
    invoice.attemptCount = 0;
    invoice.paidAt = invoice.nextRetryAt = invoice.lastError = invoice.voidedAt = null;
    invoice.createdAt = now;
    invoice.record(
      new SubscriptionInvoiceCreated(subscription.id, ownerId, mode, {
        ...invoice.facts,
        planName: subscription.planName,
        customerName: subscription.customerName,
        linkEndsAt: link.expiresAt.toISOString(),
      }),
    );
    return invoice;
  }

  get amount(): Money {
    return new Money(this.amountMinor, this.currency);
  }

  get isOpen(): boolean {
    return this.status === 'created';
  }

  /** Its payment is certain. Returns whether that was not known before. */
  pay(now: Date): boolean {
    if (this.status === 'paid') return false;
    this.status = subscriptionInvoiceStates.next(this.status, 'pay');
    this.paidAt = now;
    this.nextRetryAt = null;
    this.attemptCount += 1;
    this.record(new SubscriptionInvoicePaid(this.subscriptionKey, this.ownerId, this.mode, this.facts));
    return true;
  }

  /** Fails for its subscription, which has noted that already. */
  fail(reason: InvoiceFailure, subscription: Subscription): void {
    this.status = subscriptionInvoiceStates.next(this.status, 'fail');
    this.lastError = reason;
    this.attemptCount += 1;
    this.nextRetryAt = subscription.nextBillingAt;
    if (!subscription.isOpen && subscription.cancellationReason !== 'payment_failed') return;
    this.record(
      new SubscriptionInvoiceFailed(this.subscriptionKey, this.ownerId, this.mode, {
        ...this.facts,
        attempt: subscription.unpaidInRow,
        maxAttempts: MAX_UNPAID,
        willRetry: this.nextRetryAt !== null,
        nextRetryAt: this.nextRetryAt?.toISOString() ?? null,
        subscriptionStatus: subscription.isOpen ? 'past_due' : 'cancelled',
        reason,
      }),
    );
  }

  /** Its subscription was cancelled; there is no event. */
  void(now: Date): void {
    this.voidedAt = now;
    this.nextRetryAt = null;
    if (this.isOpen) this.status = subscriptionInvoiceStates.next(this.status, 'fail');
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
