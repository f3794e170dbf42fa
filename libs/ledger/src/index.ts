export * from './balance-history';
export * from './chart-of-accounts';
export * from './jobs/seal-journals';
export * from './ledger-accounts';
export * from './ledger-verification';
export * from './ledger.module';
export * from './ledger.queries';
export * from './money-events';
export type { Movement } from './movement';
