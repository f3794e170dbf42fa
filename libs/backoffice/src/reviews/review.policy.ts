import type { Policy } from '@app/http';

/** Who sees what waits for a review, without what the person sent. */
export const QUEUE: Pick<Policy, 'credentials' | 'roles'> = {
  credentials: ['staff'],
  roles: ['support', 'compliance'],
};

/** Who reads what the person sent. */
export const REVIEW: Pick<Policy, 'credentials' | 'roles'> = {
  credentials: ['staff'],
  roles: ['compliance'],
};

/** A decision of a reviewer, with the name of its audit entry. */
export const decision = (audit: string, summary: string): Policy => ({ ...REVIEW, summary, audit });

/** A decision that waits for a second person. A repeated one would ask that person again. */
export const heldDecision = (audit: string, summary: string): Policy => ({
  ...decision(audit, summary),
  idempotent: true,
});
