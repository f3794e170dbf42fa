export * from './escrow.controller';
export * from './escrow-fee';
export { EscrowFunding, type HeldPayment } from './escrow-funding';
export * from './escrow.module';
export { type DisputeDecision, type DisputedEscrow, EscrowResolutions } from './escrow-resolutions';
export { DISPUTE_STATUSES, type DisputeStatus, type Resolution, RESOLUTIONS } from './escrow.states';
export * from './jobs/alert-of-late-disputes';
export * from './jobs/tell-of-deadlines';
