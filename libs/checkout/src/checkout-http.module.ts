import { type DynamicModule, Module } from '@nestjs/common';
import { BuyersController } from './buyers/buyers.controller';
import { CheckoutModule } from './checkout.module';
import { MethodsController } from './methods/async/methods.controller';
import { WalletPaymentsController } from './methods/wallet/wallet-payments.controller';
import { CheckoutScriptRedirectController } from './page/checkout-script.controller';
import { UnappliedPaymentsController } from './refunds/unapplied-payments.controller';
import { PublicSessionsController } from './sessions/public-sessions.controller';
import { SessionsController } from './sessions.controller';
import { VariantBController } from './sessions/variant-b.controller';

const PAYMENT = [
  SessionsController,
  BuyersController,
  MethodsController,
  PublicSessionsController,
  VariantBController,
  WalletPaymentsController,
];
const CONTROLLERS = {
  business: [CheckoutScriptRedirectController, UnappliedPaymentsController],
  checkout: PAYMENT,
  sandbox: PAYMENT,
};

/** Sessions and their payment; on the business host, payments that match no session. */
@Module({ imports: [CheckoutModule] })
export class CheckoutHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: CheckoutHttpModule, controllers: CONTROLLERS[host] };
  }
}
