export * from './backoffice.module';
export * from './kyc/kyc-reviews.controller';
export * from './bvn/bvn-reviews.controller';
export * from './kyb/kyb-reviews.controller';
export * from './parked-events/parked-events.controller';
export * from './queues/board-page.controller';
export * from './queues/queues-admin.controller';
