import { entryOf, type StorySource } from '@app/trail';

/** Payroll batches. */
export const PAYROLL_STORY: StorySource = {
  objects: [
    {
      type: 'payroll',
      from: 'payroll_batches b',
      columns: {
        id: 'b.id::text',
        key: 'b.id',
        parties: 'ARRAY[b.owner_id]',
        status: `'completed'`,
        amount: 'b.total_minor',
        currency: 'b.currency',
        title: 'b.name',
        at: 'b.completed_at',
        booked: `ARRAY['payroll ' || b.id]`,
      },
      byId: 'b.id = ANY ($2)',
    },
  ],
  entries: [
    entryOf(
      {
        at: 'b.completed_at',
        kind: 'payment',
        name: `'payroll.completed'`,
        ok: 'true',
        title: `'The batch was paid'`,
        object: 'b.id',
        id: 'b.id',
        amount: 'b.total_minor',
        currency: 'b.currency',
        detail: `jsonb_build_object('recipients', b.recipient_count)`,
      },
      'payroll_batches b WHERE b.id = ANY ($1) AND b.owner_id = ANY ($3)',
    ),
  ],
};
