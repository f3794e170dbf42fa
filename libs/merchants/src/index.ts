export { AppQueries } from './app.queries';
export * from './apps.controller';
export { DisableWebhookEndpoint } from './commands/disable-webhook-endpoint';
export * from './merchants.module';
export * from './seed-merchants';
export {
  type AccountInMode,
  type AppEndpoint,
  appOf,
  type DeliveryEndpoint,
  type Destination,
  type EndpointView,
  WebhookEndpoints,
} from './webhook-endpoint.queries';
export * from './webhook-endpoint.events';
export * from './webhook-endpoints.controller';
export * from './webhook-events';
