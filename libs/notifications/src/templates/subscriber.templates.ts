import {
  AutopayStopped,
  SubscriptionCancelled,
  SubscriptionCancelScheduled,
  SubscriptionCreated,
  SubscriptionInvoiceCreated,
  SubscriptionInvoiceFailed,
  SubscriptionPlanScheduled,
  SubscriptionRequestedAgain,
  SubscriptionResumed,
} from '@app/subscriptions';
import type { StoredEvent } from '@app/write-path';
import type { PoolClient } from 'pg';
import { businessName, subscriberOf } from './addressees.queries';
import { instant } from './facts';
import { template } from './notification-template';

interface OfSubscription extends StoredEvent {
  data: { subscriptionId: string; customerEmail: string; isConfirmed?: boolean };
}

/** No addressee until a subscription that a browser made is paid, because the address may belong to another person. */
const customer = (event: OfSubscription, tx: PoolClient) =>
  event.data.isConfirmed === false ? [] : subscriberOf(event, tx);

/** `subscription_key` leads to the page of the subscription. */
const about = async ({ data, aggregateId, ownerId }: OfSubscription, tx: PoolClient) => ({
  subscription_id: data.subscriptionId,
  subscription_key: aggregateId,
  business: await businessName(ownerId, tx),
});

/** Customers get mails only, which contain no words of the business but its name. A payment is mailed as `payment.receipt`. */
export const SUBSCRIBER_TEMPLATES = [
  template(SubscriptionCreated, {
    type: 'subscription.trial-started',
    hasBrand: true,
    addressees: (event, tx) => (event.data.trialEnd === null ? [] : customer(event, tx)),
    facts: async (event, tx) => ({
      ...(await about(event, tx)),
      amount: event.data.amount,
      trial_end: instant(event.data.trialEnd!),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
  }),
  // A cycle that is charged without the customer has no link.
  template(SubscriptionInvoiceCreated, {
    type: 'subscription.invoice',
    hasBrand: true,
    addressees: (event, tx) => (event.data.checkoutSessionId ? customer(event, tx) : []),
    facts: async (event, tx) => ({
      ...(await about(event, tx)),
      invoice_id: event.data.invoiceId,
      amount: event.data.amount,
      pay_by: instant(event.data.linkEndsAt!),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription-payment',
    expiresAt: ({ data }) => data.linkEndsAt!,
    rows: ({ amount, pay_by }) => [
      ['amount_due', amount],
      ['due', pay_by],
    ],
  }),
  // The invoice was to be charged, so that no link was mailed before.
  template(AutopayStopped, {
    type: 'subscription.link-instead',
    hasBrand: true,
    addressees: ({ data: { link }, aggregateId, ownerId }, tx) =>
      link ? subscriberOf({ aggregateId, ownerId }, tx) : [],
    facts: async ({ data, aggregateId, ownerId }, tx) => ({
      subscription_id: data.subscriptionId,
      subscription_key: aggregateId,
      invoice_id: data.link!.invoiceId,
      amount: data.link!.amount,
      pay_by: instant(data.link!.endsAt),
      business: await businessName(ownerId, tx),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription-payment',
    expiresAt: ({ data }) => data.link!.endsAt,
    rows: ({ amount, pay_by }) => [
      ['amount_due', amount],
      ['due', pay_by],
    ],
  }),
  template(SubscriptionRequestedAgain, {
    type: 'subscription.requested-again',
    hasBrand: true,
    addressees: subscriberOf,
    facts: about,
    inbox: false,
    mail: 'essential',
    action: 'subscription',
  }),
  // A failure that ends the subscription is mailed as `subscription.ended`.
  template(SubscriptionInvoiceFailed, {
    type: 'subscription.payment-missed',
    hasBrand: true,
    addressees: (event, tx) => {
      const { reason, subscriptionStatus } = event.data;
      const isOfLink = reason === 'declined' || reason === 'expired_unpaid';
      return isOfLink && subscriptionStatus === 'past_due' ? customer(event, tx) : [];
    },
    facts: async (event, tx) => ({
      ...(await about(event, tx)),
      invoice_id: event.data.invoiceId,
      amount: event.data.amount,
      reason: event.data.reason,
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
    body: ({ reason }) => [reason === 'declined' ? 'body_declined' : 'body', 'how_it_ends'],
    rows: ({ amount }) => [['amount_due', amount]],
  }),
  template(SubscriptionCancelScheduled, {
    type: 'subscription.ending',
    hasBrand: true,
    addressees: customer,
    facts: async (event, tx) => ({ ...(await about(event, tx)), ends_at: instant(event.data.endsAt) }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
  }),
  template(SubscriptionPlanScheduled, {
    type: 'subscription.plan-scheduled',
    hasBrand: true,
    addressees: customer,
    facts: async (event, tx) => ({
      ...(await about(event, tx)),
      amount: event.data.amount,
      changes_at: instant(event.data.effectiveAt),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
  }),
  template(SubscriptionResumed, {
    type: 'subscription.resumed',
    hasBrand: true,
    addressees: customer,
    facts: about,
    inbox: false,
    mail: 'essential',
    action: 'subscription',
  }),
  // The end of a period was mailed as `subscription.ending` when it was scheduled.
  template(SubscriptionCancelled, {
    type: 'subscription.ended',
    hasBrand: true,
    addressees: (event, tx) => (event.data.reason === 'cancel_at_period_end' ? [] : customer(event, tx)),
    facts: async (event, tx) => ({ ...(await about(event, tx)), reason: event.data.reason }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
    body: ({ reason }) => [reason === 'payment_failed' ? 'body_unpaid' : 'body'],
  }),
];
