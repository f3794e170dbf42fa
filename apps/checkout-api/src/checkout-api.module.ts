import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import { ALL_STORIES } from '@app/backoffice';
import { ChargebacksModule } from '@app/chargebacks';
import { CheckoutHttpModule, CheckoutPagesModule } from '@app/checkout';
import type { Config } from '@app/config';
import { DepositsModule } from '@app/deposits';
import { DocsModule } from '@app/docs';
import { EscrowPortalModule } from '@app/escrow';
import { CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicePagesModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { RefundRailModule } from '@app/payouts';
import { SimulatedBankModule } from '@app/simulator';
import { SubscriptionPagesModule, SubscriptionsHttpModule } from '@app/subscriptions';
import { GatewayExchangesModule, TrailModule } from '@app/trail';
import { ShopModule } from '../../../examples/shop/shop.module';

/** Checkout sessions and the hosted payment page, for live keys. */
@Module({})
export class CheckoutApiModule {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: CheckoutApiModule,
      imports: [
        ...foundation('checkout', config, clock),
        DocsModule,
        GatewayExchangesModule,
        TrailModule.with(ALL_STORIES),
        LedgerModule,
        AccountsModule,
        MerchantsModule,
        DepositsModule,
        ChargebacksModule,
        CheckoutHttpModule.for('checkout'),
        SubscriptionsHttpModule.for('checkout'),
        CheckoutPagesModule,
        EscrowPortalModule,
        InvoicePagesModule,
        SubscriptionPagesModule,
        RefundRailModule,
        CardGatewaysModule.for('live'),
        PayoutProvidersModule.for('live'),
        ...(config.env.NODE_ENV === 'development' ? [ShopModule] : []),
        ...(SimulatedBankModule.hasLivePages(config) ? [SimulatedBankModule.challengePage()] : []),
      ],
    };
  }
}
