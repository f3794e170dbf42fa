import { AppRevoked } from '@app/merchants';
import {
  SubscriptionCardCharged,
  SubscriptionCardExpiring,
  SubscriptionCharged,
  SubscriptionFundsShort,
  SubscriptionInvoiceFailed,
} from '@app/subscriptions';
import { businessName, ownerOfPausedCharges, subscriberOf } from './addressees.queries';
import { instant, quoted } from './facts';
import { template } from './notification-template';

export const SUBSCRIPTION_TEMPLATES = [
  template(AppRevoked, {
    type: 'subscription.charges-paused',
    addressees: ({ ownerId }, tx) => ownerOfPausedCharges(ownerId, tx),
    facts: ({ data }) => ({ app: quoted(data.appName) }),
    inbox: true,
    mail: 'essential',
  }),
  template(SubscriptionCharged, {
    type: 'subscription.charged',
    hasBrand: true,
    addressees: ({ data }) => [{ ownerId: data.payer.ownerId }],
    facts: async ({ data, ownerId }, tx) => ({
      subscription_id: data.subscriptionId,
      invoice_id: data.invoiceId,
      amount: data.debited,
      plan: quoted(data.planName),
      business: await businessName(ownerId, tx),
    }),
    inbox: true,
    mail: 'email_money',
    rows: ({ invoice_id }) => [['invoice', invoice_id]],
  }),
  template(SubscriptionCardCharged, {
    type: 'subscription.card-charged',
    hasBrand: true,
    addressees: subscriberOf,
    facts: async ({ data, ownerId, aggregateId }, tx) => ({
      subscription_id: data.subscriptionId,
      subscription_key: aggregateId,
      invoice_id: data.invoiceId,
      amount: data.charged,
      card: data.cardLast4,
      plan: quoted(data.planName),
      business: await businessName(ownerId, tx),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
    rows: ({ invoice_id }) => [['invoice', invoice_id]],
  }),
  template(SubscriptionCardExpiring, {
    type: 'subscription.card-expiring',
    hasBrand: true,
    addressees: subscriberOf,
    facts: async ({ data, ownerId, aggregateId }, tx) => ({
      subscription_id: data.subscriptionId,
      subscription_key: aggregateId,
      card: data.cardLast4,
      until: instant(data.validUntil),
      plan: quoted(data.planName),
      business: await businessName(ownerId, tx),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
    rows: ({ until }) => [['due', until]],
  }),
  // Only the first failed charge of an invoice is mailed.
  template(SubscriptionInvoiceFailed, {
    type: 'subscription.charge-failed',
    hasBrand: true,
    addressees: (event, tx) => {
      const { isSilent, attempt, willRetry } = event.data;
      return isSilent && attempt === 1 && willRetry ? subscriberOf(event, tx) : [];
    },
    facts: async ({ data, ownerId, aggregateId }, tx) => ({
      subscription_id: data.subscriptionId,
      subscription_key: aggregateId,
      invoice_id: data.invoiceId,
      amount: data.amount,
      plan: quoted(data.planName),
      business: await businessName(ownerId, tx),
      next_attempt: instant(data.nextRetryAt!),
    }),
    inbox: false,
    mail: 'essential',
    action: 'subscription',
    rows: ({ invoice_id }) => [['invoice', invoice_id]],
  }),
  template(SubscriptionFundsShort, {
    type: 'subscription.funds-short',
    hasBrand: true,
    addressees: ({ data }) => [{ ownerId: data.payerId }],
    facts: async ({ data, ownerId }, tx) => ({
      subscription_id: data.subscriptionId,
      amount: data.cost,
      missing: data.missing,
      due: instant(data.dueAt),
      plan: quoted(data.planName),
      business: await businessName(ownerId, tx),
    }),
    inbox: true,
    mail: 'email_money',
    rows: ({ due }) => [['due', due]],
  }),
];
