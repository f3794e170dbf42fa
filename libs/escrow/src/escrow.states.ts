import { StateMachine } from '@app/kernel';

export type EscrowRole = 'initiator' | 'beneficiary';

export const ESCROW_STATUSES = ['funded', 'disputed', 'released', 'refunded', 'resolved_split'] as const;
export type EscrowStatus = (typeof ESCROW_STATUSES)[number];

/** The first three are the parties' own; `award-…` is what staff decide of a dispute. */
export const ESCROW_VERBS = [
  ...['release', 'cancel', 'dispute'],
  ...['award-release', 'award-refund', 'award-split'],
] as const;
type EscrowVerb = 'release' | 'cancel' | 'dispute' | `award-${Resolution}`;

/** Contract, "Escrow": while a dispute is open staff alone move the money; an ended escrow stays as it ended. */
export const escrowStates = new StateMachine<EscrowStatus, EscrowVerb>('escrow', 'funded', {
  funded: { release: 'released', cancel: 'refunded', dispute: 'disputed' },
  disputed: {
    'award-release': 'released',
    'award-refund': 'refunded',
    'award-split': 'resolved_split',
  },
  released: {},
  refunded: {},
  resolved_split: {},
});

/** Whether the deadline has passed while it is open, also where the parties are not notified yet. */
export function isOverdue(
  { status, deadlineAt }: { status: EscrowStatus; deadlineAt: Date | null },
  now: Date,
): boolean {
  return !escrowStates.isTerminal(status) && deadlineAt !== null && deadlineAt <= now;
}

export const RESOLUTIONS = ['release', 'refund', 'split'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const DISPUTE_STATUSES = ['open', 'responded', 'resolved'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** One answer by the other party, or none; staff need not wait for it. */
export const disputeStates = new StateMachine<DisputeStatus, 'respond' | 'resolve'>('dispute', 'open', {
  open: { respond: 'responded', resolve: 'resolved' },
  responded: { resolve: 'resolved' },
  resolved: {},
});
