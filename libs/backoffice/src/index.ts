export * from './audit-log';
export * from './audit.module';
export * from './backoffice.module';
export * from './ledger-admin.controller';
export * from './ledger-faults.controller';
export * from './ledger-repairs.controller';
