import type { StorySource } from '@app/trail';

/** Accounts, for staff: owners do not ask for their own story by it. */
export const ACCOUNT_STORY: StorySource = {
  objects: [
    {
      type: 'account',
      from: 'users u',
      columns: {
        id: 'u.id::text',
        key: 'u.id',
        parties: 'ARRAY[u.id]',
        status: `CASE WHEN u.closed_at IS NOT NULL THEN 'closed' WHEN u.frozen_at IS NOT NULL THEN 'frozen' ELSE 'active' END`,
        amount: 'NULL',
        currency: 'NULL',
        title: `coalesce(u.business_name, u.first_name || ' ' || u.last_name)`,
        at: 'u.created_at',
      },
      byId: 'u.id = ANY ($2)',
      search: ['u.email = $5', 'u.usertag = ANY ($1)'],
      isForStaff: true,
    },
  ],
};
