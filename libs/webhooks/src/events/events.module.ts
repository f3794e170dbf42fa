import { Module } from '@nestjs/common';
import { MerchantsModule } from '@app/merchants';
import { DeliveriesQueries } from '../deliveries/deliveries.queries';
import { AppEventsStore } from './app-events.store';
import { ResendEventHandler } from './commands/resend-event';
import { TriggerSampleHandler } from './commands/trigger-sample';
import { EventFeedService } from './event-feed.service';
import { FeedQueries } from './feed.queries';

/** Lets apps read their events on an API host. */
@Module({
  imports: [MerchantsModule],
  providers: [
    FeedQueries,
    DeliveriesQueries,
    EventFeedService,
    AppEventsStore,
    ResendEventHandler,
    TriggerSampleHandler,
  ],
  exports: [AppEventsStore],
})
export class EventsModule {}
