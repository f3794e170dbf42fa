export { CancelEscrow } from './escrows/commands/cancel-escrow';
export { EscrowChargebacksService } from './escrows/escrow-chargebacks.service';
export { DisputeEscrow } from './escrows/commands/dispute-escrow';
export { ReleaseEscrow } from './escrows/commands/release-escrow';
export { RespondToDispute } from './escrows/commands/respond-to-dispute';
export * from './escrows/escrow-fee.policy';
export * from './escrows/escrow.events';
export { EscrowFundingService, type HeldPayment } from './escrows/escrow-funding.service';
export { EscrowTokensService } from './escrows/escrow-tokens.service';
export {
  EscrowDisputeAnswered,
  EscrowDisputed,
  EscrowDisputeLate,
  EscrowOverdue,
} from './escrows/escrow.events';
export * from './escrow-http.module';
export * from './escrow.module';
export { EscrowQueries } from './escrows/escrow.queries';
export { MAX_ESCROW_DAYS } from './escrows/escrow.states';
export { escrowRecordView } from './escrows/escrow.view';
export * from './escrows/jobs/alert-of-late-disputes';
export * from './escrows/jobs/notify-of-deadlines';
export * from './money/escrow.money';
export * from './money/escrow.proofs';
export * from './portal/escrow-portal.module';
export * from './escrow.story';
