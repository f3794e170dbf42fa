export { FailUnpaidInvoices } from './invoices/jobs/fail-unpaid-invoices';
export { BillSubscriptions } from './subscriptions/jobs/bill-subscriptions';
export * from './subscriptions/subscription.events';
export { SubscriptionsController } from './subscriptions.controller';
export { SubscriptionsModule } from './subscriptions.module';
