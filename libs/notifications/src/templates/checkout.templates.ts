import { ManyCardsDeclined } from '@app/charges';
import { BuyerCodeIssued, CheckoutSessionCompleted, UnappliedPaymentRefunded } from '@app/checkout';
import { appName, buyerOf, owner, payeeOf } from './addressees.queries';
import { instant } from './facts';
import { template } from './notification-template';

export const CHECKOUT_TEMPLATES = [
  template(CheckoutSessionCompleted, {
    type: 'payment.sent',
    addressees: ({ data }) => (data.payer ? [{ ownerId: data.payer.ownerId }] : []),
    facts: async ({ data }, tx) => ({
      session_id: data.sessionId,
      amount: data.charged,
      payee: await payeeOf(data.sessionId, tx),
    }),
    inbox: true,
    mail: 'none',
  }),
  template(CheckoutSessionCompleted, {
    type: 'payment.received',
    addressees: owner,
    facts: ({ data }) => ({
      session_id: data.sessionId,
      amount: data.amount,
      escrow: data.escrow,
      order_ref: data.orderRef ?? null,
    }),
    inbox: true,
    mail: 'email_payments',
    body: ({ order_ref, escrow }) => [
      order_ref ? 'body_with_order' : 'body',
      ...(escrow === 'true' ? (['held_in_escrow'] as const) : []),
    ],
    rows: ({ session_id }) => [['session', session_id]],
  }),
  template(CheckoutSessionCompleted, {
    type: 'payment.receipt',
    hasBrand: true,
    // The customer of a subscription may have another address by now.
    addressees: ({ data }, tx) => {
      if (data.origin === 'subscription') return buyerOf(data.sessionId, tx);
      return data.customerEmail ? [{ email: data.customerEmail }] : [];
    },
    facts: async ({ data }, tx) => ({
      session_id: data.sessionId,
      amount: data.amount,
      charged: data.charged,
      order_ref: data.orderRef ?? null,
      payee: await payeeOf(data.sessionId, tx),
      paid_at: instant(data.paidAt),
    }),
    inbox: false,
    mail: 'essential',
    rows: ({ amount, charged, order_ref, paid_at, session_id }) => [
      ['amount', amount],
      ['charged', charged === amount ? '' : charged],
      ['order', order_ref],
      ['paid', paid_at],
      ['reference', session_id],
    ],
  }),
  // Refunds of escrows are reported as `escrow.refund-sent`.
  template(UnappliedPaymentRefunded, {
    type: 'payment.refunded',
    addressees: (event) => (event.data.reason === 'escrow-returned' ? [] : owner(event)),
    facts: ({ data }) => ({ session_id: data.sessionId, amount: data.amount }),
    inbox: true,
    mail: 'email_payments',
  }),
  template(UnappliedPaymentRefunded, {
    type: 'refund.receipt',
    hasBrand: true,
    addressees: ({ data }, tx) => (data.reason === 'escrow-returned' ? [] : buyerOf(data.sessionId, tx)),
    facts: async ({ data }, tx) => ({
      session_id: data.sessionId,
      amount: data.amount,
      payee: await payeeOf(data.sessionId, tx),
    }),
    inbox: false,
    mail: 'essential',
    rows: ({ session_id }) => [['reference', session_id]],
  }),
  template(BuyerCodeIssued, {
    type: 'escrow.buyer-code',
    hasBrand: true,
    addressees: ({ data }) => [{ email: data.email }],
    facts: async ({ data }, tx) => ({
      code_id: data.codeId,
      session_id: data.sessionId,
      amount: data.amount,
      payee: await payeeOf(data.sessionId, tx),
    }),
    inbox: false,
    mail: 'essential',
    action: 'email-code',
    expiresAt: ({ data }) => data.expiresAt,
  }),
  template(ManyCardsDeclined, {
    type: 'security.cards-declined',
    notMe: false,
    addressees: owner,
    facts: async ({ data }, tx) => ({
      app_id: data.appId,
      app: await appName(data.appId, tx),
      key: data.key,
      declined: String(data.declined),
    }),
    inbox: true,
    mail: 'essential',
    body: ({ key }) => [key === 'public-key' ? 'body_public_key' : 'body_secret_key'],
  }),
];
