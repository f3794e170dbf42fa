export { type CheckoutRate, CheckoutRates } from './checkout-rates.service';
export { SetCheckoutRate } from './commands/set-checkout-rate';
export * from './fx.events';
export * from './fx.module';
export * from './fx.service';
export * from './jobs/pull-rates';
export { ReportDriftedRates } from './jobs/report-drifted-rates';
export * from './payments.controller';
export * from './rate-source.port';
