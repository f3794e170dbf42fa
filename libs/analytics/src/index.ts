export * from './analytics-worker.module';
export * from './analytics.module';
export * from './customers/customers.module';
export * from './pages/report-pages.module';
export { PaymentReportVerificationService } from './payments/payment-report-verification.service';
