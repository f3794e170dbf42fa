export * from './account.events';
export * from './accounts.module';
export * from './auth.controller';
export * from './jobs/purge-sessions';
export * from './seed-accounts';
export * from './settings.controller';
export * from './user-directory';
