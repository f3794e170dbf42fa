import {
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundReturned,
  type RefundTerms,
} from '@app/checkout';
import type { Mode } from '@app/kernel';
import type { Stored } from '@app/write-path';
import type { PoolClient } from 'pg';
import { major } from '../amounts.mapping';
import { amount, choice, code, currency, flag, metadata, nullable, text, time } from '../fields';
import { publicEvent } from '../public-event';

const refund = {
  refund_id: code('rf_test_', 'the refund'),
  session_id: nullable(code('cs_test_', 'the checkout session that was paid; null for a charge without one')),
  invoice_id: nullable(code('inv_test_', 'the subscription invoice, where it was charged without a session')),
  order_ref: nullable(text('order-1001', 'your reference of the session')),
  refund_ref: nullable(text('return-77', 'your reference of the refund')),
};
const terms = {
  amount: amount(1000, 'what goes back of the price'),
  currency: currency('of the price'),
  returned_amount: amount(1000, 'what the payer gets, in the currency that was paid'),
  returned_currency: currency('that was paid'),
  debited_amount: amount(1000, 'what it costs you, in the currency of the price'),
  method: text('card', 'how it was paid'),
  reason: nullable(text('Sold out', 'as given')),
  is_test: flag(false, 'true in test mode, which moves no money'),
  metadata: metadata(),
  created_at: time('when it was created'),
};

interface PaidSession {
  order_ref: string | null;
  metadata: object;
}

/** The fields that all events of a refund share. */
async function about({ data, mode }: { data: Stored<RefundTerms>; mode: Mode }, tx: PoolClient) {
  const session = await sessionOf(data, tx);
  return {
    refund_id: data.refundId,
    session_id: data.sessionId,
    invoice_id: data.invoiceId,
    order_ref: session.order_ref,
    refund_ref: data.refundRef,
    amount: major(data.face),
    currency: data.face.currency,
    returned_amount: major(data.charge),
    returned_currency: data.charge.currency,
    debited_amount: major(data.debited),
    method: data.method,
    reason: data.reason,
    is_test: mode === 'test',
    metadata: session.metadata,
    created_at: data.createdAt,
  };
}

async function sessionOf({ sessionId }: Stored<RefundTerms>, tx: PoolClient): Promise<PaidSession> {
  const { rows } = await tx.query<PaidSession>(
    'SELECT order_ref, metadata FROM checkout_sessions WHERE session_id = $1',
    [sessionId],
  );
  return rows[0] ?? { order_ref: null, metadata: {} };
}

export const REFUND_EVENTS = [
  publicEvent({
    name: 'refund.created',
    sentWhen: 'a payment is refunded: the money has left your balance',
    when: RefundCreated,
    subject: 'refund_id',
    fields: { ...refund, status: choice(['pending'], 'of the refund'), ...terms },
    from: async (event, tx) => ({ ...(await about(event, tx)), status: 'pending' as const }),
  }),

  publicEvent({
    name: 'refund.completed',
    sentWhen: 'the payer was refunded',
    when: RefundCompleted,
    subject: 'refund_id',
    fields: {
      ...refund,
      status: choice(['completed'], 'of the refund'),
      ...terms,
      completed_at: time('when it was completed'),
    },
    from: async (event, tx) => ({
      ...(await about(event, tx)),
      status: 'completed' as const,
      completed_at: event.data.endedAt,
    }),
  }),

  publicEvent({
    name: 'refund.failed',
    sentWhen: 'a refund cannot be sent: the money is in your balance again',
    when: RefundFailed,
    subject: 'refund_id',
    fields: {
      ...refund,
      status: choice(['failed'], 'of the refund'),
      ...terms,
      failure: text('The payment company could not refund it', 'why it failed'),
      failed_at: time('when it failed'),
    },
    from: async (event, tx) => ({
      ...(await about(event, tx)),
      status: 'failed' as const,
      failure: event.data.failure,
      failed_at: event.data.endedAt,
    }),
  }),

  publicEvent({
    name: 'refund.returned',
    sentWhen:
      'the money of a completed refund came back: it is in your balance again, and the payer has nothing',
    when: RefundReturned,
    subject: 'refund_id',
    fields: {
      ...refund,
      status: choice(['completed'], 'of the refund, which stays completed'),
      ...terms,
      returned_at: time('when it came back'),
    },
    from: async (event, tx) => ({
      ...(await about(event, tx)),
      status: 'completed' as const,
      returned_at: event.data.returnedAt,
    }),
  }),
];
