export { txRefOf } from './deposits/deposit.aggregate';
export * from './deposits/deposit.events';
export * from './deposits-http.module';
export * from './deposits.module';
export * from './money/deposit.money';
export * from './money/deposit.proofs';
export * from './virtual-accounts/virtual-accounts.module';
export * from './deposit.story';
