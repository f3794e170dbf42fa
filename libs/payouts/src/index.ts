export * from './banks/saved-accounts.port';
export * from './payouts.module';
export * from './providers/payout-events.port';
export * from './providers/payout-provider.port';
