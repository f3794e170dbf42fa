import type { Policy } from '@app/http';

/** Who sees what waits for a review, without what the person sent. */
export const QUEUE: Pick<Policy, 'credentials' | 'roles'> = {
  credentials: ['staff'],
  roles: ['support', 'compliance'],
};

/** Who reads what the person sent, and decides. */
export const REVIEW: Pick<Policy, 'credentials' | 'roles'> = {
  credentials: ['staff'],
  roles: ['compliance'],
};

/** A decision that waits for a second person. A repeated one would ask that person again. */
export const HELD_REVIEW = { ...REVIEW, idempotent: true } as const;
