import { type DynamicModule, Module } from '@nestjs/common';
import { CheckoutModule } from '@app/checkout';
import { AutopayController } from './autopay/autopay.controller';
import { OwnSubscriptionsController } from './own-subscriptions.controller';
import { ChargeHoldsController } from './holds/charge-holds.controller';
import { BusinessPlansController, PlansController } from './plans.controller';
import { PublicSubscriptionsController } from './public/public-subscriptions.controller';
import { SimulationController } from './simulation/simulation.controller';
import { BusinessSubscriptionsController, SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsModule } from './subscriptions.module';

const CONTROLLERS = {
  business: [BusinessPlansController, BusinessSubscriptionsController, ChargeHoldsController],
  checkout: [PlansController, SubscriptionsController, PublicSubscriptionsController],
  sandbox: [PlansController, SubscriptionsController, PublicSubscriptionsController, SimulationController],
  app: [OwnSubscriptionsController, AutopayController],
};

/** Subscriptions: of merchants and their pages, of the customers who pay them, and their charge holds for staff. */
@Module({ imports: [SubscriptionsModule, CheckoutModule] })
export class SubscriptionsHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: SubscriptionsHttpModule, controllers: CONTROLLERS[host] };
  }
}
