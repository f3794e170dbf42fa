import { type DynamicModule, Module } from '@nestjs/common';
import { EgressModule } from '@app/egress';
import { RelayWorkerModule } from '@app/queue';
import { AttemptLog } from './attempt-log';
import { DeliverySender } from './delivery-sender';
import { DeliveryWorker } from './delivery-worker';
import { DueDeliveries } from './due-deliveries';
import { CreateWebhookPartitions } from './jobs/create-partitions';
import { DisableFailingEndpoints } from './jobs/disable-failing-endpoints';
import { WhenAnythingHappens } from './listeners/when-anything-happens';

/** Relays events, turns them into deliveries and sends those. `EndpointDirectory` comes from `imports`. */
@Module({})
export class WebhooksWorkerModule {
  static with(imports: NonNullable<DynamicModule['imports']>): DynamicModule {
    return {
      module: WebhooksWorkerModule,
      imports: [EgressModule, RelayWorkerModule, ...imports],
      providers: [
        ...[WhenAnythingHappens, DueDeliveries, DeliverySender, AttemptLog, DeliveryWorker],
        ...[CreateWebhookPartitions, DisableFailingEndpoints],
      ],
      exports: [DeliveryWorker, CreateWebhookPartitions, DisableFailingEndpoints],
    };
  }
}
