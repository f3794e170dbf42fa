export * from './escrow-fee';
export { EscrowFunding, type HeldPayment } from './escrow-funding';
export * from './escrow.events';
export * from './escrow.module';
