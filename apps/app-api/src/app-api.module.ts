import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsHttpModule } from '@app/accounts';
import { AnalyticsModule } from '@app/analytics';
import { ChargebacksModule } from '@app/chargebacks';
import { CheckoutModule } from '@app/checkout';
import type { Config } from '@app/config';
import { DepositsHttpModule } from '@app/deposits';
import { DocsModule } from '@app/docs';
import { EscrowHttpModule } from '@app/escrow';
import { FxHttpModule } from '@app/fx';
import { CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicesModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { KycHttpModule } from '@app/kyc';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { NotificationsModule } from '@app/notifications';
import { PayoutsHttpModule } from '@app/payouts';
import { SubscriptionsHttpModule } from '@app/subscriptions';
import { GatewayExchangesModule } from '@app/trail';
import { WalletHttpModule } from '@app/wallet';

/** The personal API: accepts people who are signed in, and no API key. */
@Module({})
export class AppApiModule {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: AppApiModule,
      imports: [
        ...foundation('app', config, clock),
        DocsModule,
        GatewayExchangesModule,
        LedgerModule,
        MerchantsModule,
        CheckoutModule,
        InvoicesModule,
        ChargebacksModule,
        AccountsHttpModule.for('app'),
        AnalyticsModule,
        DepositsHttpModule,
        EscrowHttpModule.for('app'),
        FxHttpModule.for('app'),
        KycHttpModule,
        NotificationsModule,
        PayoutsHttpModule.for('app'),
        SubscriptionsHttpModule.for('app'),
        WalletHttpModule,
        CardGatewaysModule.for('live'),
        PayoutProvidersModule.for('live'),
      ],
    };
  }
}
