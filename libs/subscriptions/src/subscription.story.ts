import { entryOf, type StorySource } from '@app/trail';

const SUBSCRIPTION = {
  object: 's.subscription_id',
  id: 's.id',
  amount: 's.amount_minor',
  currency: 's.currency',
} as const;
const INVOICE = {
  object: 'i.invoice_id',
  id: 'i.id',
  amount: 'i.amount_minor',
  currency: 'i.currency',
} as const;
const OWN = 'subscriptions s WHERE s.id = ANY ($1)';
const INVOICES = 'subscription_invoices i WHERE i.id = ANY ($1)';
const CHARGES = `card_charges c JOIN subscription_invoices i ON i.id = c.invoice_key WHERE i.id = ANY ($1)`;
const CHARGE = {
  object: 'i.invoice_id',
  id: 'c.id',
  amount: 'c.charge_minor',
  currency: 'c.charge_currency',
} as const;

/** Subscriptions, the invoices of their cycles, and the charges of saved cards. */
export const SUBSCRIPTION_STORY: StorySource = {
  objects: [
    {
      type: 'subscription',
      from: 'subscriptions s',
      columns: {
        id: 's.subscription_id',
        key: 's.id',
        parties: 'ARRAY[s.owner_id]',
        mode: 's.mode',
        status: 's.status',
        amount: 's.amount_minor',
        currency: 's.currency',
        title: 's.plan_name',
        at: 's.created_at',
      },
      byId: 's.subscription_id = ANY ($1) OR s.id = ANY ($2)',
      search: [`s.mode = 'live' AND s.customer_email = $5`],
    },
    {
      type: 'subscription_invoice',
      from: 'subscription_invoices i',
      columns: {
        id: 'i.invoice_id',
        key: 'i.id',
        parties: 'ARRAY[i.owner_id]',
        mode: 'i.mode',
        status: 'i.status',
        amount: 'i.amount_minor',
        currency: 'i.currency',
        title: 'i.plan_name',
        at: 'i.created_at',
        links: 'ARRAY[i.subscription_id, i.checkout_session_id]',
        booked: `ARRAY['subscription_invoice ' || i.invoice_id]`,
        sent: 'ARRAY(SELECT c.reference FROM card_charges c WHERE c.invoice_key = i.id)',
      },
      byId: 'i.invoice_id = ANY ($1) OR i.id = ANY ($2)',
      byParent: ['i.subscription_key = ANY ($2)', 'i.checkout_session_id = ANY ($1)'],
      search: ['i.id IN (SELECT c.invoice_key FROM card_charges c WHERE c.reference = ANY ($1))'],
    },
  ],
  entries: [
    entryOf(
      {
        ...SUBSCRIPTION,
        at: 's.created_at',
        kind: 'payment',
        name: `'subscription.created'`,
        title: `'The subscription began'`,
        detail: `jsonb_build_object('plan', s.plan_name, 'billing_mode', s.billing_mode)`,
      },
      OWN,
    ),
    entryOf(
      {
        ...SUBSCRIPTION,
        at: 's.cancelled_at',
        kind: 'payment',
        name: `'subscription.cancelled'`,
        ok: 'false',
        title: `'The subscription ended'`,
        detail: `jsonb_build_object('reason', s.cancellation_reason)`,
      },
      `${OWN} AND s.cancelled_at IS NOT NULL`,
    ),
    entryOf(
      {
        ...INVOICE,
        at: 'i.created_at',
        kind: 'payment',
        name: `'subscription_invoice.created'`,
        title: `'A cycle was billed'`,
        detail: `jsonb_build_object('cycle', i.cycle)`,
      },
      INVOICES,
    ),
    entryOf(
      {
        ...INVOICE,
        at: 'i.paid_at',
        kind: 'payment',
        name: `'subscription_invoice.paid'`,
        ok: 'true',
        title: `'The bill was paid'`,
      },
      `${INVOICES} AND i.paid_at IS NOT NULL`,
    ),
    entryOf(
      {
        ...CHARGE,
        at: 'coalesce(c.ended_at, c.started_at)',
        kind: 'payment',
        name: `'card_charge.' || c.status`,
        ok: `CASE c.status WHEN 'succeeded' THEN true WHEN 'failed' THEN false END`,
        title: `CASE c.status WHEN 'succeeded' THEN 'The saved card was charged' WHEN 'failed' THEN 'The saved card was declined'
                  ELSE 'The saved card is being charged' END`,
        detail: `jsonb_strip_nulls(jsonb_build_object('attempt', c.attempt, 'failure', c.failure))`,
      },
      CHARGES,
    ),
  ],
};
