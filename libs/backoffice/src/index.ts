export * from './audit-log';
export * from './backoffice.module';
export * from './ledger-admin.controller';
export * from './ledger-repairs.controller';
