export { CancelEscrow } from './commands/cancel-escrow';
export { DisputeEscrow } from './commands/dispute-escrow';
export { ReleaseEscrow } from './commands/release-escrow';
export { RespondToDispute } from './commands/respond-to-dispute';
export type { EscrowAsker } from './escrow-access.service';
export * from './escrow-fee.policy';
export { EscrowFunding, type HeldPayment } from './escrow-funding.service';
export { type DisputeDecision, type DisputedEscrow, EscrowResolutions } from './escrow-resolutions.service';
export { EscrowTokens } from './escrow-tokens.service';
export * from './escrow.controller';
export { EscrowDisputeAnswered, EscrowDisputed, EscrowDisputeLate, EscrowOverdue } from './escrow.events';
export * from './escrow.module';
export { EscrowQueries } from './escrow.queries';
export {
  DISPUTE_STATUSES,
  type DisputeStatus,
  isOverdue,
  type Resolution,
  RESOLUTIONS,
} from './escrow.states';
export { type EscrowFacts, escrowView, escrowRecordView } from './escrow.view';
export * from './jobs/alert-of-late-disputes';
export * from './jobs/notify-of-deadlines';
