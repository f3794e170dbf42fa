import { type DynamicModule, Module } from '@nestjs/common';
import { BuyersController } from './buyers/buyers.controller';
import { CheckoutModule } from './checkout.module';
import { MethodsController } from './methods/async/methods.controller';
import { WalletPaymentsController } from './methods/wallet/wallet-payments.controller';
import { CheckoutScriptRedirectController } from './page/checkout-script.controller';
import { PaymentsController } from './payments.controller';
import { RefundsAdminController } from './refunds/refunds-admin.controller';
import { RefundsController } from './refunds/refunds.controller';
import { VariantBRefundsController } from './refunds/variant-b-refunds.controller';
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
  RefundsController,
  VariantBRefundsController,
  WalletPaymentsController,
];
const CONTROLLERS = {
  business: [
    CheckoutScriptRedirectController,
    PaymentsController,
    RefundsAdminController,
    UnappliedPaymentsController,
  ],
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
