import { entryOf, type StorySource } from '@app/trail';

const CHARGEBACK = {
  object: 'c.chargeback_id',
  id: 'c.id',
  amount: 'c.face_minor',
  currency: 'c.currency',
} as const;

/** Chargebacks of card payments. */
export const CHARGEBACK_STORY: StorySource = {
  objects: [
    {
      type: 'chargeback',
      from: 'chargebacks c',
      columns: {
        id: 'c.chargeback_id',
        key: 'c.id',
        parties: 'ARRAY[c.owner_id]',
        mode: 'c.mode',
        status: 'c.status',
        amount: 'c.face_minor',
        currency: 'c.currency',
        title: 'c.reason',
        at: 'c.opened_at',
        links: 'ARRAY[c.session_id, c.invoice_id, c.deposit_ref]',
        booked: `ARRAY['chargeback ' || c.chargeback_id]`,
        sent: 'ARRAY[c.provider_id]',
      },
      byId: 'c.chargeback_id = ANY ($1) OR c.id = ANY ($2)',
      byParent: ['c.session_id = ANY ($1)', 'c.invoice_id = ANY ($1)', 'c.payment_id = ANY ($2)'],
      search: [`c.mode IN ('live', 'test') AND c.provider_id = ANY ($1)`],
    },
  ],
  entries: [
    entryOf(
      {
        ...CHARGEBACK,
        at: 'c.opened_at',
        kind: 'payment',
        name: `'chargeback.opened'`,
        ok: 'false',
        title: `'The bank of the payer asked for the money back'`,
        detail: `jsonb_strip_nulls(jsonb_build_object('reason', c.reason, 'respond_by', c.respond_by))`,
      },
      'chargebacks c WHERE c.id = ANY ($1)',
    ),
    entryOf(
      {
        ...CHARGEBACK,
        at: 'c.responded_at',
        kind: 'payment',
        name: `'chargeback.responded'`,
        title: `'The chargeback was answered'`,
        detail: `jsonb_build_object('decision', c.decision)`,
      },
      'chargebacks c WHERE c.id = ANY ($1) AND c.responded_at IS NOT NULL',
    ),
    entryOf(
      {
        ...CHARGEBACK,
        at: 'c.ended_at',
        kind: 'payment',
        name: `'chargeback.' || c.status`,
        ok: `c.status = 'won'`,
        title: `CASE c.status WHEN 'won' THEN 'The chargeback was won' WHEN 'lost' THEN 'The chargeback was lost'
                  ELSE 'The chargeback was accepted' END`,
      },
      'chargebacks c WHERE c.id = ANY ($1) AND c.ended_at IS NOT NULL',
    ),
  ],
};
