import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsHttpModule } from '@app/accounts';
import { AnalyticsModule, CustomersModule, ReportPagesModule } from '@app/analytics';
import { ALL_PROOFS, ALL_STORIES, BackofficeModule } from '@app/backoffice';
import { ChargebacksHttpModule } from '@app/chargebacks';
import { ChargesHttpModule } from '@app/charges';
import { CheckoutHttpModule } from '@app/checkout';
import type { Config } from '@app/config';
import { ConsoleModule } from '@app/console';
import { DepositsHttpModule } from '@app/deposits';
import { DocsModule } from '@app/docs';
import { EscrowHttpModule } from '@app/escrow';
import { FxHttpModule } from '@app/fx';
import { BvnEventsModule, CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicesHttpModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { KycHttpModule } from '@app/kyc';
import { LedgerHttpModule, LedgerProofsModule } from '@app/ledger';
import { MerchantsHttpModule } from '@app/merchants';
import { NotificationsModule, SentMessagesModule } from '@app/notifications';
import { PayoutsHttpModule } from '@app/payouts';
import { PayrollModule } from '@app/payroll';
import { SubscriptionsHttpModule } from '@app/subscriptions';
import { GatewayExchangesModule, TrailModule } from '@app/trail';
import { WalletHttpModule } from '@app/wallet';
import { WebhooksModule } from '@app/webhooks';

/** The integration API: accepts live secret keys and people. Test keys may only read. */
@Module({})
export class BusinessApiModule {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: BusinessApiModule,
      imports: [
        ...foundation('business', config, clock),
        DocsModule,
        GatewayExchangesModule,
        TrailModule.with(ALL_STORIES, { forStaff: true }),
        LedgerProofsModule.with(ALL_PROOFS),
        AccountsHttpModule.for('business'),
        AnalyticsModule,
        CustomersModule,
        BackofficeModule,
        ChargebacksHttpModule.for('business'),
        ChargesHttpModule,
        CheckoutHttpModule.for('business'),
        ConsoleModule.for('business'),
        DepositsHttpModule,
        EscrowHttpModule.for('business'),
        FxHttpModule.for('business'),
        InvoicesHttpModule.for('business'),
        KycHttpModule,
        LedgerHttpModule,
        MerchantsHttpModule,
        NotificationsModule,
        PayoutsHttpModule.for('business'),
        PayrollModule,
        ReportPagesModule,
        SubscriptionsHttpModule.for('business'),
        WalletHttpModule,
        WebhooksModule.for('business'),
        CardGatewaysModule.for('live'),
        PayoutProvidersModule.for('live'),
        BvnEventsModule,
        ...(config.env.NODE_ENV === 'development' ? [SentMessagesModule] : []),
      ],
    };
  }
}
