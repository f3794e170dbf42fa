import { Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { MerchantsModule } from '@app/merchants';
import { RelayWorkerModule } from '@app/write-path';
import { AppDeliveriesStore } from './deliveries/app-deliveries.store';
import { AttemptLogStore } from './deliveries/attempt-log.store';
import { NotifyOfFailingEndpointHandler } from './endpoints/commands/notify-of-failing-endpoint';
import { DeliverySenderService } from './deliveries/delivery-sender.service';
import { DeliverySourceService } from './deliveries/delivery-source.service';
import { DeliveryWorkerService } from './deliveries/delivery-worker.service';
import { DestinationsService } from './endpoints/destinations.service';
import { DueDeliveriesStore } from './deliveries/due-deliveries.store';
import { EndpointDirectory } from './endpoints/endpoint-directory.port';
import { CreateWebhookPartitions } from './deliveries/jobs/create-partitions';
import { FeedReplays } from './replays/jobs/feed-replays';
import { PurgeEndpointHistory } from './endpoints/jobs/purge-endpoint-history';
import { DisableFailingEndpoints } from './endpoints/jobs/disable-failing-endpoints';
import { PurgeDeliveryLogs } from './deliveries/jobs/purge-delivery-logs';
import { FanOutSourceService } from './events/fan-out-source.service';
import { FanOutWorkerService } from './events/fan-out-worker.service';
import { PurgeEvents } from './events/jobs/purge-events';
import { NumberAppEvents } from './events/listeners/number-app-events';
import { ClearEndpointFailures } from './endpoints/listeners/clear-endpoint-failures';
import { MerchantEndpointDirectoryService } from './endpoints/merchant-endpoint-directory.service';

/** Relays events, turns them into deliveries and sends the deliveries. */
@Module({
  imports: [MerchantsModule, EgressModule, RelayWorkerModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectoryService },
    NumberAppEvents,
    FanOutSourceService,
    FanOutWorkerService,
    DestinationsService,
    DueDeliveriesStore,
    DeliverySenderService,
    AttemptLogStore,
    DeliverySourceService,
    DeliveryWorkerService,
    AppDeliveriesStore,
    CreateWebhookPartitions,
    DisableFailingEndpoints,
    FeedReplays,
    PurgeEndpointHistory,
    PurgeEvents,
    PurgeDeliveryLogs,
    NotifyOfFailingEndpointHandler,
    ClearEndpointFailures,
  ],
  exports: [RelayWorkerModule, AppDeliveriesStore, DeliveryWorkerService, FanOutWorkerService],
})
export class WebhooksWorkerModule {}
