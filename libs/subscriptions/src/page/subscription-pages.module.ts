import { Module } from '@nestjs/common';
import { PagesModule } from '@app/pages';
import { SubscriptionsModule } from '../subscriptions.module';
import { SubscriptionPageErrorFilter } from './page-error.filter';
import { SubscriptionPageController } from './subscription-page.controller';

/** The page of a subscription for its customer, for the hosts that sessions are paid on. */
@Module({
  imports: [SubscriptionsModule, PagesModule],
  providers: [SubscriptionPageErrorFilter],
  controllers: [SubscriptionPageController],
})
export class SubscriptionPagesModule {}
