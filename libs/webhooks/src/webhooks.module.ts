import { Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { MerchantsModule } from '@app/merchants';
import { DeliverySender } from './delivery-sender';
import { EndpointDirectory } from './endpoint-directory';
import { SendTestPing } from './flows/send-test-ping';
import { MerchantEndpointDirectory } from './merchant-endpoint-directory';

/** What an API host needs of webhooks: the test ping. */
@Module({
  imports: [MerchantsModule, EgressModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectory },
    DeliverySender,
    SendTestPing,
  ],
  exports: [SendTestPing],
})
export class WebhooksModule {}
