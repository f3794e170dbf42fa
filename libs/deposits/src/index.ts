export { txRefOf } from './deposit.aggregate';
export * from './deposit.controller';
export * from './deposit.events';
export * from './deposits.module';
export * from './money/deposit.money';
export * from './money/deposit.proofs';
export * from './virtual-accounts/virtual-account.controller';
export * from './virtual-accounts/virtual-accounts.module';
