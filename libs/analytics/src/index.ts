export * from './analytics-worker.module';
export * from './analytics.controller';
export * from './analytics.module';
export * from './pages/report-pages.module';
export * from './transaction-reports.controller';
export { PaymentReportVerification } from './payments/payment-report-verification.service';
