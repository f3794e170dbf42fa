export { AppQueries } from './apps/app.queries';
export { CallerAppsService } from './apps/caller-apps.service';
export * from './merchants-http.module';
export * from './merchants.module';
export * from './seed-merchants.service';
export { DisableWebhookEndpoint } from './webhook-endpoints/commands/disable-webhook-endpoint';
export { EndpointActionsService } from './webhook-endpoints/endpoint-actions.service';
export {
  CreateOwnEndpointDto,
  EndpointIdDto,
  RotateWebhookSecretDto,
  UpdateEndpointDto,
} from './webhook-endpoints/webhook-endpoint.dto';
export * from './webhook-endpoints/webhook-endpoint.events';
export {
  type AccountInMode,
  type AppEndpoint,
  appOf,
  type DeliveryEndpoint,
  type Destination,
  type EndpointView,
  WebhookEndpointQueries,
} from './webhook-endpoints/webhook-endpoint.queries';
export * from './webhook-endpoints/webhook-events.policy';
export { AppRevoked } from './apps/merchant-app.events';
