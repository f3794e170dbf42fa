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
import { ChargesModule, GatewayEventsController } from '@app/charges';
import { FxModule } from '@app/fx';
import { CardGatewaysModule } from '@app/gateways';
import { SimulatedBankModule } from '@app/simulator';
import { foundation } from '@app/http';
import {
  InvoicePagesModule,
  InvoicesModule,
  SandboxInvoicesController,
  SandboxPaymentLinksController,
} from '@app/invoices';
import type { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import {
  PublicSubscriptionsController,
  SimulationController,
  SubscriptionPagesModule,
  SubscriptionsController,
  SubscriptionsModule,
} from '@app/subscriptions';
import { TestClockController } from '@app/test-clock';
import { WalletModule } from '@app/wallet';
import { ShopModule } from '../../../examples/shop/shop.module';
import {
  SandboxConformanceController,
  SandboxEventsController,
  SandboxWebhooksController,
  WebhooksModule,
} from '@app/webhooks';

/**
 * The checkout API for test keys, with the simulated card company that it charges. It configures no real gateway.
 */
@Module({})
export class SandboxApi {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: SandboxApi,
      imports: [
        ...foundation('sandbox', config, clock),
        LedgerModule,
        AccountsModule,
        MerchantsModule,
        FxModule,
        WalletModule,
        ChargesModule,
        DepositsModule,
        CheckoutModule,
        InvoicesModule,
        SubscriptionsModule,
        CheckoutPagesModule,
        EscrowPortalModule,
        InvoicePagesModule,
        SubscriptionPagesModule,
        WebhooksModule,
        CardGatewaysModule.for('test'),
        SimulatedBankModule.whole(),
        ...(config.env.NODE_ENV === 'development' ? [ShopModule] : []),
      ],
      controllers: [
        SessionsController,
        BuyersController,
        MethodsController,
        PublicSessionsController,
        VariantBController,
        SubscriptionsController,
        PublicSubscriptionsController,
        SimulationController,
        WalletPaymentsController,
        GatewayEventsController,
        SandboxConformanceController,
        SandboxEventsController,
        SandboxWebhooksController,
        SandboxInvoicesController,
        SandboxPaymentLinksController,
        TestClockController,
      ],
    };
  }
}
