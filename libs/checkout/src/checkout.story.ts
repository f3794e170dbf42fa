import { entryOf, type StorySource } from '@app/trail';

const OWN_ATTEMPTS =
  'checkout_attempts t JOIN checkout_sessions s ON s.id = t.checkout_session_id WHERE s.id = ANY ($1)';
const ATTEMPT = {
  object: 's.session_id',
  id: 't.id',
  amount: 't.charge_minor',
  currency: 't.charge_currency',
};
const SESSION = { object: 's.session_id', id: 's.id', amount: 's.amount_minor', currency: 's.currency' };
const REFUND = { object: 'r.refund_id', id: 'r.id', amount: 'r.face_minor', currency: 'r.currency' };

/** Checkout sessions with their attempts, and refunds. */
export const CHECKOUT_STORY: StorySource = {
  objects: [
    {
      type: 'session',
      from: 'checkout_sessions s',
      columns: {
        id: 's.session_id',
        key: 's.id',
        parties: 'ARRAY[s.owner_id]',
        mode: 's.mode',
        status: 's.status',
        amount: 's.amount_minor',
        currency: 's.currency',
        title: 'coalesce(s.order_ref, s.description)',
        at: 's.created_at',
        // Events of sessions that Variant B made have its number.
        names: 'ARRAY[s.session_id, s.number::text]',
        links: `ARRAY[s.origin_id::text, CASE WHEN s.purpose = 'deposit' THEN s.order_ref END]`,
        booked: `ARRAY['checkout_session ' || s.session_id]`,
        bookedOnce: `ARRAY['checkout ' || s.session_id]`,
        sent: 'ARRAY(SELECT t.reference FROM checkout_attempts t WHERE t.checkout_session_id = s.id)',
      },
      byId: 's.session_id = ANY ($1) OR s.id = ANY ($2)',
      byParent: ['s.origin_id = ANY ($2)'],
      search: [
        // Order references are indexed by account.
        `s.id IN (SELECT o.id FROM (SELECT DISTINCT owner_id FROM merchant_apps) m
                    JOIN checkout_sessions o ON o.owner_id = m.owner_id AND o.order_ref = ANY ($1))`,
        's.id IN (SELECT t.checkout_session_id FROM checkout_attempts t WHERE t.reference = ANY ($1))',
        `s.id IN (SELECT t.checkout_session_id FROM checkout_attempts t
                   WHERE t.mode IN ('live', 'test') AND t.gateway_transaction_id = ANY ($1))`,
      ],
    },
    {
      type: 'refund',
      from: 'refunds r',
      columns: {
        id: 'r.refund_id',
        key: 'r.id',
        parties: 'ARRAY[r.owner_id]',
        mode: 'r.mode',
        status: 'r.status',
        amount: 'r.face_minor',
        currency: 'r.currency',
        title: 'coalesce(r.reason, r.refund_ref)',
        at: 'r.created_at',
        links: 'ARRAY[r.session_id, r.invoice_id]',
        booked: `ARRAY['refund ' || r.refund_id]`,
        sent: 'ARRAY[r.refund_id, r.id::text]',
      },
      byId: 'r.refund_id = ANY ($1) OR r.id = ANY ($2)',
      byParent: ['r.session_id = ANY ($1)', 'r.payment_id = ANY ($2)'],
      search: [`r.mode IN ('live', 'test') AND r.provider_id IS NOT NULL AND r.provider_id = ANY ($1)`],
    },
  ],
  entries: [
    entryOf(
      {
        ...SESSION,
        at: 's.created_at',
        kind: 'payment',
        name: `'session.created'`,
        title: `'The payment was created'`,
        detail: `jsonb_strip_nulls(jsonb_build_object('order_ref', s.order_ref, 'purpose', s.purpose))`,
      },
      'checkout_sessions s WHERE s.id = ANY ($1)',
    ),
    entryOf(
      {
        ...SESSION,
        at: 's.paid_at',
        kind: 'payment',
        name: `'session.paid'`,
        ok: 'true',
        title: `'The payment was received'`,
        detail: `jsonb_strip_nulls(jsonb_build_object('method', s.payment_method, 'gateway', s.gateway))`,
      },
      'checkout_sessions s WHERE s.id = ANY ($1) AND s.paid_at IS NOT NULL',
    ),
    entryOf(
      {
        ...SESSION,
        at: 's.expires_at',
        kind: 'payment',
        name: `'session.expired'`,
        ok: 'false',
        title: `'The payment page closed without a payment'`,
      },
      `checkout_sessions s WHERE s.id = ANY ($1) AND s.status = 'expired'`,
    ),
    entryOf(
      {
        ...ATTEMPT,
        at: 't.created_at',
        kind: 'payment',
        name: `'attempt.started'`,
        title: `'A payment was tried'`,
        detail: `jsonb_build_object('method', t.method, 'gateway', t.gateway)`,
      },
      OWN_ATTEMPTS,
    ),
    entryOf(
      {
        ...ATTEMPT,
        at: 't.ended_at',
        kind: 'payment',
        name: `'attempt.' || t.status`,
        ok: `t.status IN ('succeeded', 'applied', 'refunded')`,
        title: `CASE t.status WHEN 'succeeded' THEN 'The payment company confirmed the payment'
                  WHEN 'failed' THEN 'The payment was declined' WHEN 'abandoned' THEN 'The buyer gave up the payment'
                  WHEN 'unapplied' THEN 'Money arrived that could not be applied' WHEN 'refunded' THEN 'Unapplied money was returned'
                  ELSE 'Unapplied money was credited' END`,
        detail: `jsonb_strip_nulls(jsonb_build_object('method', t.method, 'gateway', t.gateway, 'failure', t.failure,
                   'unapplied_reason', t.unapplied_reason, 'gateway_transaction_id', CASE WHEN $4 THEN t.gateway_transaction_id END))`,
      },
      `${OWN_ATTEMPTS} AND t.ended_at IS NOT NULL`,
    ),
    entryOf(
      {
        ...REFUND,
        at: 'r.created_at',
        kind: 'payment',
        name: `'refund.created'`,
        title: `'A refund was requested'`,
        detail: `jsonb_strip_nulls(jsonb_build_object('reason', r.reason, 'source', r.source, 'rail', r.rail))`,
      },
      'refunds r WHERE r.id = ANY ($1)',
    ),
    entryOf(
      {
        ...REFUND,
        at: 'r.ended_at',
        kind: 'payment',
        name: `'refund.' || r.status`,
        ok: `r.status = 'completed'`,
        title: `CASE r.status WHEN 'completed' THEN 'The refund was paid' ELSE 'The refund failed' END`,
        detail: `jsonb_strip_nulls(jsonb_build_object('failure', r.failure, 'provider_id', CASE WHEN $4 THEN r.provider_id END))`,
      },
      'refunds r WHERE r.id = ANY ($1) AND r.ended_at IS NOT NULL',
    ),
    entryOf(
      {
        ...REFUND,
        at: 'r.returned_at',
        kind: 'payment',
        name: `'refund.returned'`,
        ok: 'false',
        title: `'The refund came back'`,
      },
      'refunds r WHERE r.id = ANY ($1) AND r.returned_at IS NOT NULL',
    ),
  ],
};
