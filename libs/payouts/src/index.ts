export * from './banks/bank-directory.port';
export * from './banks/banks.controller';
export * from './banks/saved-account.events';
export * from './banks/saved-accounts.service';
export * from './payouts.module';
export * from './providers/payout-events.port';
export * from './providers/payout-provider.port';
