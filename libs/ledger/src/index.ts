export * from './balances/balance-history.queries';
export * from './balances/ledger-accounts.service';
export * from './balances/ledger.queries';
export { MergedMovementsQueries } from './balances/merged-movements.queries';
export { type MovementExtent, MovementExtentsQueries } from './balances/movement-extents.queries';
export { isFiltered, type MovementFilter } from './balances/movement-filter.policy';
export type { Movement } from './balances/movement.view';
export * from './balances/outgoing-days.queries';
export { type Booking, clearingOf, conversion, customer, service } from './bookings/booking';
export { MoneyEvent } from './bookings/money-event';
export * from './faults/book-faults.store';
export * from './faults/fault.events';
export * from './jobs/close-days';
export { MovementFoldingService } from './rollups/movement-folding.service';
export * from './jobs/prove-books';
export * from './jobs/seal-audit-entries';
export * from './jobs/seal-journals';
export * from './jobs/verify-ledger';
export * from './ledger-http.module';
export * from './ledger.module';
export * from './money/reversal.money';
export * from './proofs/ledger-proofs.module';
export * from './proofs/ledger-verification.service';
export {
  type Check,
  type LedgerFault,
  NO_JOURNAL,
  type Proofs,
  standingCheck,
  UUID,
} from './proofs/rules/check';
export * from './rollups/movement-kinds.policy';
export {
  ALL_TIME,
  type MovementFlow,
  type MovementSum,
  MovementSumsQueries,
} from './rollups/movement-sums.queries';
export { type RollupReport, RollupVerificationService } from './rollups/rollup-verification.service';
export { rollupRanges } from './rollups/rollup-ranges.policy';
export { firstDay, SENDER_DAYS, TopSendersQueries } from './rollups/top-senders.queries';
