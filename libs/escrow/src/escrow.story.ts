import { entryOf, type StorySource } from '@app/trail';

const ESCROW = { object: 'e.id', id: 'e.id', amount: 'e.amount_minor', currency: 'e.currency' } as const;
const DISPUTED = 'escrow_disputes d JOIN escrows e ON e.id = d.escrow_id WHERE e.id = ANY ($1)';

/** Escrows and their disputes. */
export const ESCROW_STORY: StorySource = {
  objects: [
    {
      type: 'escrow',
      from: 'escrows e',
      columns: {
        id: 'e.id::text',
        key: 'e.id',
        parties: 'array_remove(ARRAY[e.beneficiary_id, e.initiator_id], NULL)',
        mode: 'e.mode',
        status: 'e.status',
        amount: 'e.amount_minor',
        currency: 'e.currency',
        title: 'e.description',
        at: 'e.created_at',
        links: 'ARRAY[e.checkout_session_id]',
        booked: `ARRAY['escrow ' || e.id]`,
      },
      byId: 'e.id = ANY ($2)',
      byParent: ['e.checkout_session_id = ANY ($1)'],
    },
  ],
  entries: [
    entryOf(
      {
        ...ESCROW,
        at: 'e.funded_at',
        kind: 'payment',
        name: `'escrow.funded'`,
        title: `'The money was put into escrow'`,
      },
      'escrows e WHERE e.id = ANY ($1)',
    ),
    entryOf(
      {
        ...ESCROW,
        at: 'e.overdue_at',
        kind: 'payment',
        name: `'escrow.overdue'`,
        ok: 'false',
        title: `'The deadline of the escrow passed'`,
      },
      'escrows e WHERE e.id = ANY ($1) AND e.overdue_at IS NOT NULL',
    ),
    entryOf(
      {
        ...ESCROW,
        at: 'd.raised_at',
        kind: 'payment',
        name: `'escrow.disputed'`,
        ok: 'false',
        title: `'The escrow was disputed'`,
        detail: `jsonb_build_object('raised_by', d.raised_by, 'reason', d.reason)`,
      },
      DISPUTED,
    ),
    entryOf(
      {
        ...ESCROW,
        at: 'd.responded_at',
        kind: 'payment',
        name: `'escrow.responded'`,
        title: `'The dispute was answered'`,
      },
      `${DISPUTED} AND d.responded_at IS NOT NULL`,
    ),
    entryOf(
      {
        ...ESCROW,
        at: 'd.resolved_at',
        kind: 'payment',
        name: `'escrow.resolved'`,
        title: `'The dispute was decided'`,
        detail: `jsonb_strip_nulls(jsonb_build_object('resolution', d.resolution, 'note', d.resolution_note))`,
      },
      `${DISPUTED} AND d.resolved_at IS NOT NULL`,
    ),
    entryOf(
      {
        ...ESCROW,
        at: 'coalesce(e.released_at, e.refunded_at)',
        kind: 'payment',
        name: `CASE WHEN e.released_at IS NOT NULL THEN 'escrow.released' ELSE 'escrow.refunded' END`,
        ok: 'true',
        title: `CASE WHEN e.released_at IS NOT NULL THEN 'The money was released' ELSE 'The money was returned' END`,
      },
      'escrows e WHERE e.id = ANY ($1) AND coalesce(e.released_at, e.refunded_at) IS NOT NULL',
    ),
  ],
};
