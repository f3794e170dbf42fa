import { StateMachine } from '@app/kernel';

export type EscrowStatus = 'funded' | 'disputed' | 'released' | 'refunded' | 'resolved_split';
type Verb = 'release' | 'refund' | 'dispute' | 'split';

/** Contract, "Escrow": a release is blocked while a dispute is open; released, refunded and resolved_split are terminal. */
export const escrowStates = new StateMachine<EscrowStatus, Verb>('escrow', 'funded', {
  funded: { release: 'released', refund: 'refunded', dispute: 'disputed' },
  disputed: { release: 'released', refund: 'refunded', split: 'resolved_split' },
  released: {},
  refunded: {},
  resolved_split: {},
});
