import { entryOf, type StorySource } from '@app/trail';

const PAYOUT = { object: 'w.id', id: 'w.id', amount: 'w.amount_minor', currency: 'w.currency' } as const;

/** Withdrawals. */
export const PAYOUT_STORY: StorySource = {
  objects: [
    {
      type: 'withdrawal',
      from: 'withdrawals w',
      columns: {
        id: 'w.id::text',
        key: 'w.id',
        parties: 'ARRAY[w.owner_id]',
        status: 'w.status',
        amount: 'w.amount_minor',
        currency: 'w.currency',
        title: 'w.destination_shown',
        at: 'w.created_at',
        booked: `ARRAY['payout ' || w.id]`,
        sent: `ARRAY[w.id::text]`,
      },
      byId: 'w.id = ANY ($2)',
      search: ['w.settled_reference IS NOT NULL AND w.settled_reference = ANY ($1)'],
    },
  ],
  entries: [
    entryOf(
      {
        ...PAYOUT,
        at: 'w.created_at',
        kind: 'payment',
        name: `'withdrawal.created'`,
        title: `'The payout was requested'`,
        detail: `jsonb_build_object('method', w.method, 'destination', w.destination_shown)`,
      },
      'withdrawals w WHERE w.id = ANY ($1)',
    ),
    entryOf(
      {
        ...PAYOUT,
        at: 'w.waiting_at',
        kind: 'payment',
        name: `'withdrawal.waiting'`,
        title: `'The payout waits for a decision'`,
      },
      'withdrawals w WHERE w.id = ANY ($1) AND w.waiting_at IS NOT NULL AND $4',
    ),
    entryOf(
      {
        ...PAYOUT,
        at: 'w.processed_at',
        kind: 'payment',
        name: `'withdrawal.' || w.status`,
        ok: `w.status = 'completed'`,
        title: `CASE w.status WHEN 'completed' THEN 'The payout was paid' ELSE 'The payout failed' END`,
        detail: `jsonb_strip_nulls(jsonb_build_object('reason', w.reason, 'provider', CASE WHEN $4 THEN w.provider END,
                   'provider_id', CASE WHEN $4 THEN w.provider_id END, 'reference', w.settled_reference))`,
      },
      'withdrawals w WHERE w.id = ANY ($1) AND w.processed_at IS NOT NULL',
    ),
    entryOf(
      {
        ...PAYOUT,
        at: 'w.returned_at',
        kind: 'payment',
        name: `'withdrawal.returned'`,
        ok: 'false',
        title: `'The bank sent the payout back'`,
      },
      'withdrawals w WHERE w.id = ANY ($1) AND w.returned_at IS NOT NULL',
    ),
  ],
};
