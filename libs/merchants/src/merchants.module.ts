import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { EgressModule } from '@app/egress';
import { OwnApps, RequestLog } from '@app/http';
import { TestClockModule } from '@app/test-clock';
import { ApiKeyQueries } from './apps/api-key.queries';
import { ApiKeyStrategy } from './apps/api-key.strategy';
import { ApiKeysService } from './apps/api-keys.service';
import { AppQueries } from './apps/app.queries';
import { CallerAppsService } from './apps/caller-apps.service';
import { CreateAppHandler } from './commands/create-app';
import { CreateWebhookEndpointHandler } from './webhook-endpoints/commands/create-webhook-endpoint';
import { DeleteWebhookEndpointHandler } from './webhook-endpoints/commands/delete-webhook-endpoint';
import { DisableWebhookEndpointHandler } from './webhook-endpoints/commands/disable-webhook-endpoint';
import { RevokeAppHandler } from './apps/commands/revoke-app';
import { RotateSecretHandler } from './apps/commands/rotate-secret';
import { RotateWebhookSecretHandler } from './webhook-endpoints/commands/rotate-webhook-secret';
import { UpdateAppHandler } from './apps/commands/update-app';
import { UpdateWebhookEndpointHandler } from './webhook-endpoints/commands/update-webhook-endpoint';
import { EndClosedApps } from './listeners/end-closed-apps';
import { EndReclaimedApps } from './listeners/end-reclaimed-apps';
import { EndRotatedTestKeys } from './apps/listeners/end-rotated-test-keys';
import { MerchantApp } from './apps/merchant-app.aggregate';
import { MerchantAppRepository } from './apps/merchant-app.repository';
import { OwnAppsService } from './apps/own-apps.service';
import { OwnerLimitsService } from './apps/owner-limits.service';
import { KeepRequestPartitions } from './requests/jobs/keep-request-partitions';
import { RequestLogStore } from './requests/request-log.store';
import { RequestsQueries } from './requests/requests.queries';
import { SeedMerchantsService } from './seed-merchants.service';
import { EndpointActionsService } from './webhook-endpoints/endpoint-actions.service';
import { WebhookEndpoint } from './webhook-endpoints/webhook-endpoint.aggregate';
import { WebhookEndpointQueries } from './webhook-endpoints/webhook-endpoint.queries';
import { WebhookEndpointRepository } from './webhook-endpoints/webhook-endpoint.repository';

const handlers = [
  CreateAppHandler,
  UpdateAppHandler,
  RotateSecretHandler,
  RevokeAppHandler,
  CreateWebhookEndpointHandler,
  UpdateWebhookEndpointHandler,
  DeleteWebhookEndpointHandler,
  DisableWebhookEndpointHandler,
  RotateWebhookSecretHandler,
];

/** Merchant apps, their keys and webhook endpoints. Every host that takes keys imports it. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([MerchantApp, WebhookEndpoint]),
    AccountsModule,
    EgressModule,
    TestClockModule,
  ],
  providers: [
    ...handlers,
    EndClosedApps,
    EndReclaimedApps,
    EndRotatedTestKeys,
    MerchantAppRepository,
    ApiKeysService,
    AppQueries,
    CallerAppsService,
    ApiKeyQueries,
    ApiKeyStrategy,
    OwnerLimitsService,
    { provide: OwnApps, useClass: OwnAppsService },
    { provide: RequestLog, useClass: RequestLogStore },
    RequestsQueries,
    KeepRequestPartitions,
    WebhookEndpointRepository,
    WebhookEndpointQueries,
    EndpointActionsService,
    SeedMerchantsService,
  ],
  exports: [
    OwnApps,
    RequestLog,
    RequestsQueries,
    AppQueries,
    CallerAppsService,
    WebhookEndpointQueries,
    EndpointActionsService,
    SeedMerchantsService,
  ],
})
export class MerchantsModule {}
