import {
  AutopayStopped,
  SubscriptionCancelled,
  SubscriptionCancelScheduled,
  SubscriptionCardAttached,
  SubscriptionCreated,
  SubscriptionInvoiceCreated,
  SubscriptionInvoiceFailed,
  SubscriptionInvoicePaid,
  SubscriptionPlanChanged,
  SubscriptionResumed,
  WalletAuthorized,
} from '@app/subscriptions';
import type { StoredEvent } from '@app/write-path';
import { major, money } from '../amounts.mapping';
import {
  amount,
  choice,
  code,
  currency,
  flag,
  integer,
  nothing,
  nullable,
  object,
  text,
  time,
} from '../fields';
import { firstPeriod } from '../first-period.policy';
import { publicEvent } from '../public-event';

const subscriptionId = code('sub_test_', 'the subscription');
const planId = code('plan_test_', 'its plan');
const BILLING_MODES = ['invoice', 'wallet_auto', 'card_token'] as const;
const INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

const invoice = {
  invoice_id: code('inv_test_', 'the invoice of the cycle'),
  subscription_id: subscriptionId,
  plan_id: planId,
  status: choice(['created', 'paid', 'failed'], 'of the invoice'),
  amount: amount(5000, 'what is to be paid: the price of the plan less a credit'),
  currency: currency('of the plan'),
  billing_mode: choice(BILLING_MODES, 'how the subscription is collected'),
  customer_email: text('ada@example.com', 'of the subscriber'),
  checkout_session_id: nullable(code('cs_test_', 'the session of its link; null without one')),
  due_at: time('the billing date'),
  paid_at: nullable(time('when it was paid; null unless it is')),
};

type InvoiceEvent = SubscriptionInvoiceCreated | SubscriptionInvoicePaid | SubscriptionInvoiceFailed;

function invoiceData({ data }: StoredEvent<InvoiceEvent>) {
  return {
    invoice_id: data.invoiceId,
    subscription_id: data.subscriptionId,
    plan_id: data.planId,
    status: data.status,
    ...money(data.amount),
    billing_mode: data.billingMode,
    customer_email: data.customerEmail,
    checkout_session_id: data.checkoutSessionId,
    due_at: data.dueAt,
    paid_at: data.paidAt,
  };
}

export const SUBSCRIPTION_EVENTS = [
  publicEvent({
    name: 'subscription.created',
    sentWhen: 'a customer is subscribed to a plan',
    when: SubscriptionCreated,
    subject: 'subscription_id',
    fields: {
      subscription_id: subscriptionId,
      plan_id: planId,
      amount: amount(5000, 'the price of a cycle'),
      currency: currency('of the plan'),
      interval: choice(INTERVALS, 'of the plan'),
      interval_count: integer(1, 'intervals per cycle'),
      billing_mode: choice(BILLING_MODES, 'how it is collected'),
      status: choice(['active', 'trialing', 'past_due', 'cancelled'], 'of the subscription'),
      customer: object(
        { email: text('ada@example.com', 'address'), name: nullable(text('Ada', 'as supplied')) },
        'the subscriber',
      ),
      customer_email: text('ada@example.com', 'of the subscriber'),
      current_period_start: time('the beginning of the trial or of the first period'),
      current_period_end: time('its end'),
      next_billing_at: nullable(time('the next billing date')),
      trial_end: nullable(time('when the trial ends and the first cycle is billed')),
      scheduled_change: nothing('no other plan follows'),
      pending_change: nothing('no other plan waits for a payment'),
      credit: amount(0, 'nothing was paid before'),
      cancel_at_period_end: flag(false, 'it is not to end'),
      cancelled_at: nothing('it has not ended'),
      cancellation_reason: nothing('it has not ended'),
      manage_url: nothing('`retrieve` shows the address of the page'),
      wallet_authorized: flag(false, 'whether a wallet is charged'),
      autopay_revoked_at: nothing('no charges were stopped'),
      mandate_amount: nullable(
        amount(5000, 'the most that a cycle charges to a wallet; null unless `wallet_auto`'),
      ),
      has_saved_card: flag(false, 'whether a card is charged'),
      is_test: flag(true, 'whether it is of the sandbox'),
      created_at: time('when it was made'),
    },
    from: ({ data, mode, createdAt }) => ({
      subscription_id: data.subscriptionId,
      plan_id: data.planId,
      ...money(data.amount),
      interval: data.interval,
      interval_count: data.intervalCount,
      billing_mode: data.billingMode,
      status: data.status,
      customer: { email: data.customerEmail, name: data.customerName },
      customer_email: data.customerEmail,
      ...firstPeriod(data, createdAt),
      trial_end: data.trialEnd,
      scheduled_change: null,
      pending_change: null,
      credit: 0,
      cancel_at_period_end: false,
      cancelled_at: null,
      cancellation_reason: null,
      manage_url: null,
      wallet_authorized: false,
      autopay_revoked_at: null,
      mandate_amount: data.billingMode === 'wallet_auto' ? money(data.amount).amount : null,
      has_saved_card: false,
      is_test: mode === 'test',
      created_at: data.createdAt ?? createdAt.toISOString(),
    }),
  }),

  publicEvent({
    name: 'subscription.cancelled',
    sentWhen: 'a subscription has ended; nothing more is billed',
    when: SubscriptionCancelled,
    subject: 'subscription_id',
    fields: {
      subscription_id: subscriptionId,
      plan_id: planId,
      reason: choice(
        ['cancel_at_period_end', 'payment_failed', 'customer_cancelled', 'merchant_cancelled', 'duplicate'],
        'why it ended',
      ),
      cancelled_at: time('when it ended'),
    },
    from: ({ data }) => ({
      subscription_id: data.subscriptionId,
      plan_id: data.planId,
      reason: data.reason,
      cancelled_at: data.cancelledAt,
    }),
  }),

  publicEvent({
    name: 'subscription.cancel_scheduled',
    sentWhen: 'a subscription is to end with its period',
    when: SubscriptionCancelScheduled,
    subject: 'subscription_id',
    fields: {
      subscription_id: subscriptionId,
      cancelled_by: choice(['merchant', 'customer'], 'who cancelled'),
      ends_at: time('the end of the period'),
    },
    from: ({ data }) => ({
      subscription_id: data.subscriptionId,
      cancelled_by: data.cancelledBy,
      ends_at: data.endsAt,
    }),
  }),

  publicEvent({
    name: 'subscription.resumed',
    sentWhen: 'a scheduled cancellation is undone',
    when: SubscriptionResumed,
    subject: 'subscription_id',
    fields: { subscription_id: subscriptionId },
    from: ({ data }) => ({ subscription_id: data.subscriptionId }),
  }),

  publicEvent({
    name: 'subscription.plan_changed',
    sentWhen: 'a subscription moves to another plan, at once or with a period',
    when: SubscriptionPlanChanged,
    subject: 'subscription_id',
    fields: {
      subscription_id: subscriptionId,
      plan_id: planId,
      previous_plan_id: code('plan_test_', 'the plan before'),
      amount: amount(8000, 'the price of a cycle now'),
      currency: currency('of the plan'),
      interval: choice(INTERVALS, 'of the plan'),
      interval_count: integer(1, 'intervals per cycle'),
      credit: amount(2500, 'what the rest of the paid period was worth; reduces the next invoices'),
      effective_at: time('from when the plan applies'),
    },
    from: ({ data }) => ({
      subscription_id: data.subscriptionId,
      plan_id: data.planId,
      previous_plan_id: data.previousPlanId,
      ...money(data.amount),
      interval: data.interval,
      interval_count: data.intervalCount,
      credit: major(data.credit),
      effective_at: data.effectiveAt,
    }),
  }),

  publicEvent({
    name: 'subscription.wallet_authorized',
    sentWhen: 'a payer authorises charges to a wallet, by paying a link from it with their PIN',
    when: WalletAuthorized,
    subject: 'subscription_id',
    fields: { subscription_id: subscriptionId, authorized_at: time('when it was paid') },
    from: ({ data }) => ({ subscription_id: data.subscriptionId, authorized_at: data.authorizedAt }),
  }),

  publicEvent({
    name: 'subscription.autopay_stopped',
    sentWhen: 'a payer stops charges to their wallet; further cycles are collected by links',
    when: AutopayStopped,
    subject: 'subscription_id',
    fields: {
      subscription_id: subscriptionId,
      billing_mode: choice(['invoice'], 'how it is collected now'),
    },
    from: ({ data }) => ({ subscription_id: data.subscriptionId, billing_mode: 'invoice' as const }),
  }),

  publicEvent({
    name: 'subscription_card.attached',
    sentWhen: 'the card that paid a link of a subscription with card_token is saved for further cycles',
    when: SubscriptionCardAttached,
    subject: 'subscription_id',
    fields: {
      subscription_id: subscriptionId,
      card_brand: text('visa', 'of the card'),
      card_last4: text('4242', 'its last four digits'),
    },
    from: ({ data }) => ({
      subscription_id: data.subscriptionId,
      card_brand: data.cardBrand,
      card_last4: data.cardLast4,
    }),
  }),

  publicEvent({
    name: 'subscription_invoice.created',
    sentWhen: 'a cycle of a subscription is billed',
    when: SubscriptionInvoiceCreated,
    subject: 'subscription_id',
    fields: invoice,
    from: invoiceData,
  }),

  publicEvent({
    name: 'subscription_invoice.paid',
    sentWhen: 'the invoice of a cycle is paid',
    when: SubscriptionInvoicePaid,
    subject: 'subscription_id',
    fields: invoice,
    from: invoiceData,
  }),

  publicEvent({
    name: 'subscription_invoice.payment_failed',
    sentWhen: 'a charge or a card is declined for the invoice of a cycle, or its link ends unpaid',
    when: SubscriptionInvoiceFailed,
    subject: 'subscription_id',
    fields: {
      ...invoice,
      attempt: integer(1, 'the attempt to charge it; with links: unpaid invoices in a row'),
      max_attempts: integer(4, 'that end the subscription: 4 charges, or 3 unpaid links'),
      will_retry: flag(true, 'whether it is charged again; with links: whether a further cycle is billed'),
      next_retry_at: nullable(time('when that is')),
      subscription_status: choice(
        ['past_due', 'active', 'cancelled'],
        'of the subscription now; active where a later invoice is paid',
      ),
      reason: text(
        'insufficient_funds',
        'why it failed: `expired_unpaid`, `declined`, `insufficient_funds`, `exceeds_mandate`, `wallet_unavailable`, `fx_unavailable`, `card_unavailable`, `error`, or `card_declined: ` and what the bank says',
      ),
    },
    from: (event) => ({
      ...invoiceData(event),
      attempt: event.data.attempt,
      max_attempts: event.data.maxAttempts,
      will_retry: event.data.willRetry,
      next_retry_at: event.data.nextRetryAt,
      subscription_status: event.data.subscriptionStatus,
      reason: event.data.reason,
    }),
  }),
];
