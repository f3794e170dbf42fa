import { entryOf, type StorySource } from '@app/trail';

const INVOICE = { object: 'i.id', id: 'i.id', amount: 'i.total_minor', currency: 'i.currency' } as const;
const OWN = 'invoices i WHERE i.id = ANY ($1)';

/** Invoices with what was paid and credited of them, and payment links. */
export const INVOICE_STORY: StorySource = {
  objects: [
    {
      type: 'invoice',
      from: 'invoices i',
      columns: {
        id: 'i.id::text',
        key: 'i.id',
        parties: 'ARRAY[i.owner_id]',
        mode: 'i.mode',
        status: 'i.status',
        amount: 'i.total_minor',
        currency: 'i.currency',
        title: 'i.number',
        at: 'i.created_at',
        names: 'ARRAY[i.id::text, i.number]',
        booked: `ARRAY['invoice ' || i.id]`,
      },
      // Numbers are unique in an account.
      byId: 'i.id = ANY ($2) OR (i.owner_id = ANY ($3) AND i.number = ANY ($1))',
      search: [`i.mode IN ('live', 'test') AND i.number = ANY ($1)`],
    },
    {
      type: 'link',
      from: 'payment_links k',
      columns: {
        id: 'k.code',
        key: 'k.id',
        parties: 'ARRAY[k.owner_id]',
        mode: 'k.mode',
        status: `CASE WHEN k.active THEN 'active' ELSE 'inactive' END`,
        amount: 'k.amount_minor',
        currency: 'k.currency',
        title: 'k.title',
        at: 'k.created_at',
      },
      byId: 'k.code = ANY ($1) OR k.id = ANY ($2)',
    },
  ],
  entries: [
    entryOf(
      {
        ...INVOICE,
        at: 'i.created_at',
        kind: 'payment',
        name: `'invoice.created'`,
        title: `'The invoice was written'`,
      },
      OWN,
    ),
    entryOf(
      {
        ...INVOICE,
        at: 'i.sent_at',
        kind: 'payment',
        name: `'invoice.sent'`,
        title: `'The invoice was sent'`,
      },
      `${OWN} AND i.sent_at IS NOT NULL`,
    ),
    entryOf(
      {
        at: 'p.paid_at',
        kind: 'payment',
        name: `'invoice.payment'`,
        ok: 'true',
        title: `'A payment was received'`,
        object: 'i.id',
        id: 'p.id',
        amount: 'p.amount_minor',
        currency: 'i.currency',
        detail: `jsonb_build_object('session_id', p.session_id, 'method', p.method)`,
      },
      'invoice_payments p JOIN invoices i ON i.id = p.invoice_id WHERE i.id = ANY ($1)',
    ),
    entryOf(
      {
        at: 'n.created_at',
        kind: 'payment',
        name: `'invoice.credited'`,
        title: `'A part of the invoice was credited'`,
        object: 'i.id',
        id: 'n.id',
        amount: 'n.amount_minor',
        currency: 'i.currency',
        detail: `jsonb_build_object('number', n.number, 'reason', n.reason)`,
      },
      'credit_notes n JOIN invoices i ON i.id = n.invoice_id WHERE i.id = ANY ($1)',
    ),
    entryOf(
      {
        ...INVOICE,
        at: 'i.paid_at',
        kind: 'payment',
        name: `'invoice.paid'`,
        ok: 'true',
        title: `'Nothing of the invoice is due any more'`,
      },
      `${OWN} AND i.paid_at IS NOT NULL`,
    ),
    entryOf(
      {
        ...INVOICE,
        at: 'i.voided_at',
        kind: 'payment',
        name: `'invoice.voided'`,
        ok: 'false',
        title: `'The invoice was voided'`,
      },
      `${OWN} AND i.voided_at IS NOT NULL`,
    ),
    entryOf(
      {
        at: 'k.created_at',
        kind: 'payment',
        name: `'link.created'`,
        title: `'The payment link was made'`,
        object: 'k.code',
        id: 'k.id',
        amount: 'k.amount_minor',
        currency: 'k.currency',
      },
      'payment_links k WHERE k.id = ANY ($1)',
    ),
  ],
};
