import { Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { MerchantsModule } from '@app/merchants';
import { RelayWorkerModule } from '@app/queue';
import { AttemptLog } from './attempt-log';
import { TellOfFailingEndpointHandler } from './commands/tell-of-failing-endpoint';
import { DeliverySender } from './delivery-sender';
import { DeliveryWorker } from './delivery-worker';
import { Destinations } from './destinations';
import { DueDeliveries } from './due-deliveries';
import { EndpointDirectory } from './endpoint-directory';
import { CreateWebhookPartitions } from './jobs/create-partitions';
import { FeedReplays } from './jobs/feed-replays';
import { ForgetEndpointHistory } from './jobs/forget-endpoint-history';
import { DisableFailingEndpoints } from './jobs/disable-failing-endpoints';
import { PurgeDeliveryLogs } from './jobs/purge-delivery-logs';
import { PurgeEvents } from './jobs/purge-events';
import { WhenAnythingHappens } from './listeners/when-anything-happens';
import { WhenEndpointStartsAnew } from './listeners/when-endpoint-starts-anew';
import { MerchantEndpointDirectory } from './merchant-endpoint-directory';

/** Relays events, turns them into deliveries and sends those. */
@Module({
  imports: [MerchantsModule, EgressModule, RelayWorkerModule],
  providers: [
    { provide: EndpointDirectory, useClass: MerchantEndpointDirectory },
    ...[WhenAnythingHappens, Destinations, DueDeliveries, DeliverySender, AttemptLog, DeliveryWorker],
    ...[
      CreateWebhookPartitions,
      DisableFailingEndpoints,
      FeedReplays,
      ForgetEndpointHistory,
      PurgeEvents,
      PurgeDeliveryLogs,
      TellOfFailingEndpointHandler,
      WhenEndpointStartsAnew,
    ],
  ],
  exports: [
    RelayWorkerModule,
    DeliveryWorker,
    CreateWebhookPartitions,
    DisableFailingEndpoints,
    FeedReplays,
    ForgetEndpointHistory,
    PurgeEvents,
    PurgeDeliveryLogs,
  ],
})
export class WebhooksWorkerModule {}
