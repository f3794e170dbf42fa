import type { StorySource } from './story-source.port';

/** Journals by their id: transfers, and others whose object is found through `links`. */
export const JOURNAL_STORY: StorySource = {
  objects: (['transfer', 'transaction'] as const).map((type) => ({
    type,
    from: 'ledger.journals j',
    columns: {
      id: 'j.id::text',
      key: 'j.id',
      parties: `ARRAY(SELECT DISTINCT a.owner_id FROM ledger.accounts a WHERE a.id = ANY (j.accounts) AND a.owner_id IS NOT NULL)`,
      status: `'completed'`,
      amount: 'j.amount_minor',
      currency: 'j.currency',
      title: 'coalesce(j.description, j.type)',
      at: 'j.created_at',
      links: `ARRAY[j.related_id, CASE WHEN j.related_type = 'deposit' THEN j.reference END]`,
    },
    byId: `j.id = ANY ($2) AND ${type === 'transfer' ? '' : 'NOT '}j.related_type IN ('transfer', 'payment_request')`,
  })),
};
