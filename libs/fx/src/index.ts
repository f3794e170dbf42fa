export { type CheckoutRate, CheckoutRates } from './checkout-rates';
export { SetCheckoutRate } from './commands/set-checkout-rate';
export * from './fx';
export * from './payments.controller';
export * from './fx.events';
export * from './fx.module';
export * from './jobs/pull-rates';
export * from './rate-source.port';
