import { entryOf, type StorySource } from '@app/trail';

const DEPOSIT = { object: 'd.tx_ref', id: 'd.id', amount: 'd.amount_minor', currency: 'd.currency' } as const;

/** Deposits by card, through a payment page, and by transfers to an account number. */
export const DEPOSIT_STORY: StorySource = {
  objects: [
    {
      type: 'deposit',
      from: 'deposits d',
      columns: {
        id: 'd.tx_ref',
        key: 'd.id',
        parties: 'ARRAY[d.owner_id]',
        status: 'd.status',
        amount: 'd.amount_minor',
        currency: 'd.currency',
        title: 'd.tx_ref',
        at: 'd.created_at',
        links: `ARRAY(SELECT s.session_id FROM checkout_sessions s
                       WHERE s.owner_id = d.owner_id AND s.order_ref = d.tx_ref AND s.purpose = 'deposit')`,
        bookedAs: `ARRAY['deposit ' || d.tx_ref]`,
        sent: 'ARRAY[d.tx_ref]',
      },
      byId: 'd.tx_ref = ANY ($1) OR d.id = ANY ($2)',
    },
    {
      type: 'deposit',
      from: 'virtual_account_inflows v JOIN ledger.journals j ON j.id = v.transaction_id',
      columns: {
        id: 'v.transaction_id::text',
        key: 'v.transaction_id',
        parties: 'ARRAY[v.owner_id]',
        status: `'successful'`,
        amount: 'v.amount_minor',
        currency: 'j.currency',
        title: 'j.description',
        at: 'v.credited_at',
        // Events of such deposits are about the account number.
        names: 'ARRAY[v.transaction_id::text]',
        booked: `ARRAY['deposit ' || v.transaction_id]`,
      },
      byId: 'v.transaction_id = ANY ($2)',
      search: ['v.gateway_transaction_id = ANY ($1)'],
    },
  ],
  entries: [
    entryOf(
      {
        ...DEPOSIT,
        at: 'd.created_at',
        kind: 'payment',
        name: `'deposit.created'`,
        title: `'The deposit was started'`,
        detail: `jsonb_build_object('method', d.method)`,
      },
      'deposits d WHERE d.id = ANY ($1)',
    ),
    entryOf(
      {
        ...DEPOSIT,
        at: 'coalesce(d.completed_at, d.updated_at)',
        kind: 'payment',
        name: `'deposit.' || d.status`,
        ok: `d.status = 'successful'`,
        title: `CASE d.status WHEN 'successful' THEN 'The deposit was credited' ELSE 'The deposit failed' END`,
        detail: `jsonb_strip_nulls(jsonb_build_object('failure', d.failure_reason))`,
      },
      `deposits d WHERE d.id = ANY ($1) AND d.status IN ('successful', 'failed')`,
    ),
    entryOf(
      {
        at: 'v.credited_at',
        kind: 'payment',
        name: `'deposit.successful'`,
        ok: 'true',
        title: `'A transfer to the account number was credited'`,
        object: 'v.transaction_id',
        id: 'v.transaction_id',
        detail: `jsonb_build_object('gateway', v.gateway)`,
      },
      'virtual_account_inflows v WHERE v.transaction_id = ANY ($1)',
    ),
  ],
};
