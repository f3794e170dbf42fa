import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import {
  CheckoutModule,
  CheckoutPagesModule,
  BuyersController,
  MethodsController,
  SessionsController,
  PublicSessionsController,
  VariantBController,
  WalletPaymentsController,
} from '@app/checkout';
import type { Config } from '@app/config';
import { DepositsModule } from '@app/deposits';
import { EscrowPortalModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { CardGatewaysModule } from '@app/gateways';
import { SimulatedBankModule } from '@app/simulator';
import { foundation } from '@app/http';
import { InvoicePagesModule, InvoicesModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import {
  PublicSubscriptionsController,
  SubscriptionPagesModule,
  SubscriptionsController,
  SubscriptionsModule,
} from '@app/subscriptions';
import { WalletModule } from '@app/wallet';
import { ShopModule } from '../../../examples/shop/shop.module';

/** Checkout sessions and the hosted payment page, for live keys. */
@Module({})
export class CheckoutApi {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: CheckoutApi,
      imports: [
        ...foundation('checkout', config, clock),
        LedgerModule,
        AccountsModule,
        MerchantsModule,
        FxModule,
        WalletModule,
        DepositsModule,
        CheckoutModule,
        InvoicesModule,
        SubscriptionsModule,
        CheckoutPagesModule,
        EscrowPortalModule,
        InvoicePagesModule,
        SubscriptionPagesModule,
        CardGatewaysModule.for('live'),
        ...(config.env.NODE_ENV === 'development' ? [ShopModule] : []),
        ...(SimulatedBankModule.hasLivePages(config) ? [SimulatedBankModule.challengePage()] : []),
      ],
      controllers: [
        SessionsController,
        BuyersController,
        MethodsController,
        PublicSessionsController,
        VariantBController,
        SubscriptionsController,
        PublicSubscriptionsController,
        WalletPaymentsController,
      ],
    };
  }
}
