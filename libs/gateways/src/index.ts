export { BvnEventsModule } from './bvn-events.module';
export { CardGatewaysModule } from './card-gateways.module';
export { FlutterwaveBvnRegistry } from './flutterwave/flutterwave-bvn-registry.adapter';
export { FlutterwaveGateway, type FlutterwaveConfig } from './flutterwave/flutterwave-gateway.adapter';
export { PayoutProvidersModule } from './payout-providers.module';
export { simulatedPayPalAccess, simulatorAccess } from './simulator-access.policy';
export { decryptPayload } from './flutterwave/payload-cipher.policy';
