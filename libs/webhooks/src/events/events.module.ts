import { Module } from '@nestjs/common';
import { MerchantsModule } from '@app/merchants';
import { DeliveryQueries } from '../deliveries/deliveries.queries';
import { AppEvents } from './app-events.store';
import { ResendEventHandler } from './commands/resend-event';
import { TriggerSampleHandler } from './commands/trigger-sample';
import { EventFeed } from './event-feed.service';
import { FeedQueries } from './feed.queries';

/** Lets apps read their events on an API host. */
@Module({
  imports: [MerchantsModule],
  providers: [FeedQueries, DeliveryQueries, EventFeed, AppEvents, ResendEventHandler, TriggerSampleHandler],
  exports: [AppEvents],
})
export class EventsModule {}
