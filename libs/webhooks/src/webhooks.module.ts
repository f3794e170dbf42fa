import { Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { MerchantsModule } from '@app/merchants';
import { ConformanceRuns } from './conformance/conformance-runs';
import { Examination } from './conformance/examination';
import { RunConformance } from './conformance/run-conformance';
import { AttemptLog } from './attempt-log';
import { DeliveryQueries } from './deliveries.queries';
import { DeliverySender } from './delivery-sender';
import { Destinations } from './destinations';
import { EndpointDirectory } from './endpoint-directory';
import { EventsModule } from './events/events.module';
import { EndpointHealthQueries } from './endpoint-health.queries';
import { Redeliver } from './flows/redeliver';
import { SendTestPing } from './flows/send-test-ping';
import { WhenEndpointStartsAnew } from './listeners/when-endpoint-starts-anew';
import { StartReplayHandler } from './replays/commands/start-replay';
import { ReplayQueries } from './replays/replays.queries';
import { MerchantEndpointDirectory } from './merchant-endpoint-directory';

/** What an API host needs of webhooks: what was sent, sending it by hand, and conformance runs. */
@Module({
  imports: [MerchantsModule, EgressModule, EventsModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectory },
    ...[Destinations, DeliverySender, AttemptLog, SendTestPing, Redeliver],
    ...[DeliveryQueries, EndpointHealthQueries, WhenEndpointStartsAnew],
    ...[ReplayQueries, StartReplayHandler],
    ...[ConformanceRuns, Examination, RunConformance],
  ],
  exports: [
    ...[SendTestPing, Redeliver, DeliveryQueries, EndpointHealthQueries, ReplayQueries],
    ...[RunConformance, EventsModule],
  ],
})
export class WebhooksModule {}
