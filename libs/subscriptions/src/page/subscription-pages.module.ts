import { Module } from '@nestjs/common';
import { formErrors, pageErrors, PagesModule } from '@app/pages';
import { SubscriptionsModule } from '../subscriptions.module';
import { SUBSCRIPTION_TEXTS } from './page-texts';
import { SubscriptionPageController } from './subscription-page.controller';

/** The page of a subscription for its customer, for the hosts that sessions are paid on. */
@Module({
  imports: [SubscriptionsModule, PagesModule],
  providers: [
    pageErrors({
      below: '/subscription/',
      family: SUBSCRIPTION_TEXTS,
      texts: {
        'not-found': { title: 'subscription.none.title', text: 'subscription.none.text' },
        ...formErrors({
          title: 'subscription.form.title',
          text: 'subscription.form.text',
          back: 'subscription.form.back',
          foot: 'subscription.none.foot',
        }),
      },
    }),
  ],
  controllers: [SubscriptionPageController],
})
export class SubscriptionPagesModule {}
