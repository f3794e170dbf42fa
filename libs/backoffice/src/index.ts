export * from './audit/audit.controller';
export * from './approvals/approvals.controller';
export * from './backoffice.module';
export * from './kyc/kyc-reviews.controller';
export * from './parked-events/parked-events.controller';
export * from './queues/board-page.controller';
export * from './queues/queues-admin.controller';
export * from './users/users-admin.controller';
