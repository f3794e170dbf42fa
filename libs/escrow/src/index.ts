export { CancelEscrow } from './commands/cancel-escrow';
export { DisputeEscrow } from './commands/dispute-escrow';
export { ReleaseEscrow } from './commands/release-escrow';
export { RespondToDispute } from './commands/respond-to-dispute';
export * from './escrow.controller';
export * from './escrow-fee';
export { EscrowFunding, type HeldPayment } from './escrow-funding';
export * from './escrow.module';
export { EscrowQueries } from './escrow.queries';
export { type EscrowFacts, escrowJson, escrowRecord } from './escrow.view';
export type { EscrowAsker } from './escrow-access';
export { type DisputeDecision, type DisputedEscrow, EscrowResolutions } from './escrow-resolutions';
export { EscrowTokens } from './escrow-tokens';
export {
  DISPUTE_STATUSES,
  type DisputeStatus,
  isOverdue,
  type Resolution,
  RESOLUTIONS,
} from './escrow.states';
export * from './jobs/alert-of-late-disputes';
export * from './jobs/tell-of-deadlines';
