import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import { CustomersModule } from '@app/analytics';
import { ALL_STORIES } from '@app/backoffice';
import { ChargebacksHttpModule } from '@app/chargebacks';
import { ChargesHttpModule } from '@app/charges';
import { CheckoutHttpModule, CheckoutPagesModule } from '@app/checkout';
import type { Config } from '@app/config';
import { ConsoleModule } from '@app/console';
import { DepositsModule } from '@app/deposits';
import { DocsModule } from '@app/docs';
import { EscrowPortalModule } from '@app/escrow';
import { CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicePagesModule, InvoicesHttpModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { RefundRailModule } from '@app/payouts';
import { SimulatedBankModule } from '@app/simulator';
import { SubscriptionPagesModule, SubscriptionsHttpModule } from '@app/subscriptions';
import { TestClockHttpModule } from '@app/test-clock';
import { GatewayExchangesModule, TrailModule } from '@app/trail';
import { WebhooksModule } from '@app/webhooks';
import { ShopModule } from '../../../examples/shop/shop.module';

/** The checkout API for test keys, with the simulated card company that it charges. It configures no real gateway. */
@Module({})
export class SandboxApiModule {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: SandboxApiModule,
      imports: [
        ...foundation('sandbox', config, clock),
        DocsModule,
        GatewayExchangesModule,
        TrailModule.with(ALL_STORIES),
        LedgerModule,
        AccountsModule,
        MerchantsModule,
        DepositsModule,
        ChargebacksHttpModule.for('sandbox'),
        ChargesHttpModule,
        CheckoutHttpModule.for('sandbox'),
        ConsoleModule.for('sandbox'),
        CustomersModule,
        InvoicesHttpModule.for('sandbox'),
        SubscriptionsHttpModule.for('sandbox'),
        TestClockHttpModule,
        WebhooksModule.for('sandbox'),
        CheckoutPagesModule,
        EscrowPortalModule,
        InvoicePagesModule,
        SubscriptionPagesModule,
        RefundRailModule,
        CardGatewaysModule.for('test'),
        PayoutProvidersModule.for('test'),
        SimulatedBankModule.whole(),
        ...(config.env.NODE_ENV === 'development' ? [ShopModule] : []),
      ],
    };
  }
}
