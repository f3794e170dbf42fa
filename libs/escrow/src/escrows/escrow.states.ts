import { StateMachine } from '@app/kernel';

/** The longest deadline in days: card companies return payments for about so long. */
export const MAX_ESCROW_DAYS = 180;

export type EscrowRole = 'initiator' | 'beneficiary';

export const ESCROW_STATUSES = ['funded', 'disputed', 'released', 'refunded', 'resolved_split'] as const;
export type EscrowStatus = (typeof ESCROW_STATUSES)[number];

/** The first three are actions of the parties; `award-…` are decisions of staff; the payer's bank can take the money back. */
export const ESCROW_ACTIONS = [
  'release',
  'cancel',
  'dispute',
  'award-release',
  'award-refund',
  'award-split',
  'take-back',
] as const;
type EscrowAction = (typeof ESCROW_ACTIONS)[number];

/** Contract, "Escrow": while a dispute is open only staff move the money; an ended escrow does not change. */
export const escrowStates = new StateMachine<EscrowStatus, EscrowAction>('escrow', 'funded', {
  funded: { release: 'released', cancel: 'refunded', dispute: 'disputed', 'take-back': 'refunded' },
  disputed: {
    'award-release': 'released',
    'award-refund': 'refunded',
    'award-split': 'resolved_split',
    'take-back': 'refunded',
  },
  released: {},
  refunded: {},
  resolved_split: {},
});

/** Whether the deadline has passed while it is open, even if the parties are not notified yet. */
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

/** The other party may answer once; staff need not wait for it. */
export const disputeStates = new StateMachine<DisputeStatus, 'respond' | 'resolve'>('dispute', 'open', {
  open: { respond: 'responded', resolve: 'resolved' },
  responded: { resolve: 'resolved' },
  resolved: {},
});
