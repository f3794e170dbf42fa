import { type DynamicModule, Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { ReferenceDocumentsService } from '@app/http';
import { MerchantsModule } from '@app/merchants';
import { ConformanceRunsStore } from './conformance/conformance-runs.store';
import { ExaminationService } from './conformance/examination.service';
import { RunConformance } from './conformance/flows/run-conformance';
import { AttemptLogStore } from './deliveries/attempt-log.store';
import { DeliveriesQueries } from './deliveries/deliveries.queries';
import { DeliveriesAdminQueries } from './deliveries/deliveries-admin.queries';
import { EndpointDeliveriesService } from './deliveries/endpoint-deliveries.service';
import { DeliverySenderService } from './deliveries/delivery-sender.service';
import { DestinationsService } from './endpoints/destinations.service';
import { EndpointDirectory } from './endpoints/endpoint-directory.port';
import { EventsModule } from './events/events.module';
import { EndpointHealthQueries } from './endpoints/endpoint-health.queries';
import { Redeliver } from './deliveries/flows/redeliver';
import { SendTestPing } from './pings/flows/send-test-ping';
import { ClearEndpointFailures } from './endpoints/listeners/clear-endpoint-failures';
import { StartReplayHandler } from './replays/commands/start-replay';
import { EndpointReplaysService } from './replays/endpoint-replays.service';
import { ReplaysQueries } from './replays/replays.queries';
import { MerchantEndpointDirectoryService } from './endpoints/merchant-endpoint-directory.service';
import { ConformanceController, SandboxConformanceController } from './conformance/conformance.controller';
import { DeliveriesAdminController } from './deliveries/deliveries-admin.controller';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { SandboxWebhooksController } from './sandbox-webhooks.controller';
import { WebhookTestController } from './pings/webhook-test.controller';
import { EventsController } from './events/events.controller';
import { SandboxEventsController } from './events/sandbox-events.controller';
import { describedEventsView } from './events/public-events.view';
import { ReplaysController } from './replays/replays.controller';

const CONTROLLERS = {
  business: [
    WebhookTestController,
    ConformanceController,
    DeliveriesController,
    ReplaysController,
    EventsController,
    DeliveriesAdminController,
  ],
  sandbox: [SandboxConformanceController, SandboxEventsController, SandboxWebhooksController],
};

/** The webhook actions of an API host: deliveries, redelivery and conformance runs. */
@Module({
  imports: [MerchantsModule, EgressModule, EventsModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectoryService },
    DestinationsService,
    DeliverySenderService,
    AttemptLogStore,
    SendTestPing,
    Redeliver,
    DeliveriesQueries,
    DeliveriesAdminQueries,
    EndpointHealthQueries,
    ClearEndpointFailures,
    ReplaysQueries,
    StartReplayHandler,
    EndpointReplaysService,
    EndpointDeliveriesService,
    ConformanceRunsStore,
    ExaminationService,
    RunConformance,
  ],
})
export class WebhooksModule {
  constructor(documents: ReferenceDocumentsService) {
    documents.describeEvents(describedEventsView());
  }

  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: WebhooksModule, controllers: CONTROLLERS[host] };
  }
}
