export * from './card-gateways';
export * from './sessions.controller';
export * from './checkout.events';
export * from './checkout.module';
export * from './hosted-page.controller';
export * from './jobs/expire-sessions';
export * from './jobs/resolve-unknown-attempts';
export * from './jobs/send-refunds';
