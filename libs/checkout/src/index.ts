export * from './attempts/jobs/resolve-unknown-attempts';
export { CheckoutScriptSignpostController } from './checkout-script.controller';
export * from './checkout.events';
export * from './checkout.module';
export * from './methods/async/external-wallet.port';
export * from './methods/async/methods.controller';
export * from './methods/card/payment-gateways.service';
export * from './methods/wallet/wallet-payments.controller';
export * from './pages.module';
export * from './refunds/jobs/send-refunds';
export {
  type AppliedPayment,
  type UnappliedPayment,
  UnappliedPayments,
} from './refunds/unapplied-payments.service';
export * from './sessions/jobs/expire-sessions';
export * from './sessions/public-sessions.controller';
export * from './sessions/sessions.controller';
export * from './sessions/variant-b.controller';
