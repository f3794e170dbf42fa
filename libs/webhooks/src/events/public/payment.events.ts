import { CheckoutPaymentFailed, CheckoutSessionCompleted } from '@app/checkout';
import type { StoredEvent } from '@app/write-path';
import { money } from '../amounts.mapping';
import {
  amount,
  choice,
  code,
  currency,
  flag,
  integer,
  metadata,
  minorAmount,
  nullable,
  object,
  sometimes,
  text,
  time,
} from '../fields';
import { publicEvent } from '../public-event';
import { subscriptionIdsOf } from '../subscription-ids.queries';

const session = {
  session_id: code('cs_test_', 'the checkout session, as its creation answered it'),
  order_ref: nullable(text('order-1001', 'your reference, as supplied')),
};
const terms = {
  amount: amount(2500.5, 'the face amount, in the session’s currency whatever the buyer paid in'),
  currency: currency('of the session'),
  gateway: text(
    'simulator',
    'the company that processed it; `wallet` or `extwallet` for payments from a wallet',
  ),
  payment_method: text(
    'card',
    '`card`, `bank_transfer`, `ussd`, `mobile_money`, `wallet` or `extwallet`: how it was paid',
  ),
  customer_email: nullable(text('ada@example.com', 'as supplied or given on the page')),
  escrow: flag(false, 'whether the money is held until the buyer releases it'),
  is_test: flag(false, 'true in test mode, which moves no money'),
  metadata: metadata(),
};
const origin = {
  is_public: sometimes(flag(true, 'true where a public key made the session: then compare amount and order')),
  subscription_id: sometimes(code('sub_test_', 'where a billing cycle made the session')),
  subscription_invoice_id: sometimes(code('inv_test_', 'where a billing cycle made the session')),
};

/** The fields that both outcomes of a payment attempt share. */
function payment({ data, mode }: StoredEvent<CheckoutSessionCompleted | CheckoutPaymentFailed>) {
  return {
    session_id: data.sessionId,
    order_ref: data.orderRef ?? null,
    ...money(data.amount),
    gateway: data.gateway,
    payment_method: data.paymentMethod ?? methodBefore(data.gateway),
    customer_email: data.customerEmail ?? null,
    escrow: data.escrow,
    is_test: mode === 'test',
    metadata: data.metadata ?? {},
  };
}

/** The method of a payment in an event of earlier versions, which recorded none. */
function methodBefore(gateway: string): string {
  return gateway === 'wallet' || gateway === 'extwallet' ? gateway : 'card';
}

export const PAYMENT_EVENTS = [
  publicEvent({
    name: 'payment.success',
    sentWhen: 'a checkout session is paid and completed',
    when: CheckoutSessionCompleted,
    subject: 'session_id',
    fields: {
      ...session,
      status: choice(['success'], 'matches the event'),
      ...terms,
      paid_at: time('when it was paid'),
      paid_by_email: sometimes(text('ada@example.com', 'who paid, where it was from a wallet')),
      ...origin,
    },
    from: async (event, tx) => ({
      ...payment(event),
      ...(await subscriptionIdsOf(event.data, tx)),
      ...(event.data.isPublic && { is_public: true }),
      status: 'success' as const,
      paid_at: event.data.paidAt,
      ...(event.data.paidByEmail && { paid_by_email: event.data.paidByEmail }),
    }),
  }),

  publicEvent({
    name: 'payment.failed',
    sentWhen: 'an attempt to pay a session is declined or abandoned',
    when: CheckoutPaymentFailed,
    subject: 'session_id',
    fields: {
      ...session,
      status: choice(['failed'], 'matches the event'),
      ...terms,
      gateway_status: text(
        'declined',
        'how the attempt ended: `declined`, `abandoned`, `rejected` (the gateway refused the request), `not_found` ' +
          '(it never arrived) or `amount_mismatch` (another amount was taken, and set aside)',
      ),
      ...origin,
    },
    from: async (event, tx) => ({
      ...payment(event),
      ...(await subscriptionIdsOf(event.data, tx)),
      status: 'failed' as const,
      gateway_status: event.data.gatewayStatus,
    }),
  }),

  publicEvent({
    name: 'checkout.completed',
    sentWhen: 'a session made through `session.php` is paid, beside payment.success',
    when: CheckoutSessionCompleted,
    subject: ({ session: { id } }) => String(id),
    fields: {
      session: object(
        {
          id: integer(4821093, 'the session’s number'),
          session_token: text('7Hq2mX9aRt4KcV1bZp', 'as its creation answered it'),
          amount: minorAmount(250050, 'the face amount'),
          currency_code: currency('of the session'),
          customer_email: nullable(text('ada@example.com', 'as supplied')),
          customer_name: nullable(text('Ada Buyer', 'as supplied')),
          status: choice(['completed'], 'matches the event'),
          paid_at: time('when it was paid'),
          metadata: metadata(),
        },
        'the session',
      ),
    },
    from: ({ data: { variantB, ...data } }) =>
      variantB && {
        session: {
          id: variantB.number,
          session_token: variantB.sessionToken,
          amount: Number(data.amount.minor),
          currency_code: data.amount.currency,
          customer_email: data.customerEmail ?? null,
          customer_name: data.customerName ?? null,
          status: 'completed' as const,
          paid_at: data.paidAt,
          metadata: data.metadata ?? {},
        },
      },
  }),
];
