import { Module } from '@nestjs/common';
import { AppsController } from './apps.controller';
import { MerchantsModule } from './merchants.module';
import { RequestsController } from './requests/requests.controller';
import { WebhookEndpointsController } from './webhook-endpoints/webhook-endpoints.controller';

/** Merchant apps and webhook endpoints of people. */
@Module({
  imports: [MerchantsModule],
  controllers: [AppsController, WebhookEndpointsController, RequestsController],
})
export class MerchantsHttpModule {}
