import { Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { MerchantsModule } from '@app/merchants';
import { RelayWorkerModule } from '@app/write-path';
import { AppDeliveries } from './deliveries/app-deliveries.store';
import { AttemptLog } from './deliveries/attempt-log.store';
import { NotifyOfFailingEndpointHandler } from './endpoints/commands/notify-of-failing-endpoint';
import { DeliverySender } from './deliveries/delivery-sender.service';
import { DeliverySource } from './deliveries/delivery-source.service';
import { DeliveryWorker } from './deliveries/delivery-worker.service';
import { Destinations } from './endpoints/destinations.service';
import { DueDeliveries } from './deliveries/due-deliveries.store';
import { EndpointDirectory } from './endpoints/endpoint-directory.port';
import { CreateWebhookPartitions } from './deliveries/jobs/create-partitions';
import { FeedReplays } from './replays/jobs/feed-replays';
import { PurgeEndpointHistory } from './endpoints/jobs/purge-endpoint-history';
import { DisableFailingEndpoints } from './endpoints/jobs/disable-failing-endpoints';
import { PurgeDeliveryLogs } from './deliveries/jobs/purge-delivery-logs';
import { FanOutSource } from './events/fan-out-source.service';
import { FanOutWorker } from './events/fan-out-worker.service';
import { PurgeEvents } from './events/jobs/purge-events';
import { NumberAppEvents } from './events/listeners/number-app-events';
import { ClearEndpointFailures } from './endpoints/listeners/clear-endpoint-failures';
import { MerchantEndpointDirectory } from './endpoints/merchant-endpoint-directory.service';

/** Relays events, turns them into deliveries and sends the deliveries. */
@Module({
  imports: [MerchantsModule, EgressModule, RelayWorkerModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectory },
    NumberAppEvents,
    FanOutSource,
    FanOutWorker,
    Destinations,
    DueDeliveries,
    DeliverySender,
    AttemptLog,
    DeliverySource,
    DeliveryWorker,
    AppDeliveries,
    CreateWebhookPartitions,
    DisableFailingEndpoints,
    FeedReplays,
    PurgeEndpointHistory,
    PurgeEvents,
    PurgeDeliveryLogs,
    NotifyOfFailingEndpointHandler,
    ClearEndpointFailures,
  ],
  exports: [RelayWorkerModule, AppDeliveries, DeliveryWorker, FanOutWorker],
})
export class WebhooksWorkerModule {}
