import { Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { MerchantsModule } from '@app/merchants';
import { ConformanceRuns } from './conformance/conformance-runs';
import { Examination } from './conformance/examination';
import { RunConformance } from './conformance/run-conformance';
import { DeliverySender } from './delivery-sender';
import { EndpointDirectory } from './endpoint-directory';
import { SendTestPing } from './flows/send-test-ping';
import { MerchantEndpointDirectory } from './merchant-endpoint-directory';

/** What an API host needs of webhooks: the test ping and conformance runs. */
@Module({
  imports: [MerchantsModule, EgressModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectory },
    DeliverySender,
    SendTestPing,
    ...[ConformanceRuns, Examination, RunConformance],
  ],
  exports: [SendTestPing, RunConformance],
})
export class WebhooksModule {}
