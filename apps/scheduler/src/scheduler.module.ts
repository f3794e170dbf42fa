import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '@app/accounts';
import { AnalyticsWorkerModule } from '@app/analytics';
import { ALL_PROOFS, BackofficeWorkerModule } from '@app/backoffice';
import { ChargebacksWorkerModule } from '@app/chargebacks';
import { CheckoutModule } from '@app/checkout';
import type { Config } from '@app/config';
import { ChargesModule } from '@app/charges';
import { DepositsModule, VirtualAccountsModule } from '@app/deposits';
import { EscrowModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicesModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { KycModule } from '@app/kyc';
import { LedgerModule, LedgerProofsModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { NotificationsWorkerModule } from '@app/notifications';
import { SubscriptionsModule } from '@app/subscriptions';
import {
  AdvanceWorkerService,
  AdvancingClocksStore,
  RunMovedSpaces,
  SpaceAdvanceService,
  SpaceDeliveries,
  SpaceSourcesService,
} from '@app/test-clock';
import { PayoutsWorkerModule, RefundRailModule } from '@app/payouts';
import { JobTurnsStore } from '@app/queue';
import { GatewayExchangesModule, TrailWorkerModule } from '@app/trail';
import { WalletModule } from '@app/wallet';
import { AppDeliveriesStore, WebhooksWorkerModule } from '@app/webhooks';
import { JobRunner } from './job-runner';
import { Timetable } from './timetable';

/** The process for timed and background work: jobs, the outbox relay and webhook delivery. */
@Module({})
export class SchedulerModule {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: SchedulerModule,
      imports: [
        DiscoveryModule,
        ...foundation('scheduler', config, clock),
        LedgerModule,
        LedgerProofsModule.with(ALL_PROOFS),
        GatewayExchangesModule,
        TrailWorkerModule,
        AccountsModule,
        MerchantsModule,
        KycModule,
        FxModule,
        WalletModule,
        ChargesModule,
        DepositsModule,
        VirtualAccountsModule,
        EscrowModule,
        CheckoutModule,
        InvoicesModule,
        ChargebacksWorkerModule,
        SubscriptionsModule,
        PayoutsWorkerModule,
        RefundRailModule,
        AnalyticsWorkerModule,
        WebhooksWorkerModule,
        NotificationsWorkerModule,
        BackofficeWorkerModule,
        CardGatewaysModule.for('live', 'test'),
        PayoutProvidersModule.for('live', 'test'),
      ],
      providers: [
        AdvancingClocksStore,
        SpaceSourcesService,
        SpaceAdvanceService,
        { provide: SpaceDeliveries, useExisting: AppDeliveriesStore },
        AdvanceWorkerService,
        RunMovedSpaces,
        Timetable,
        JobTurnsStore,
        JobRunner,
      ],
    };
  }
}
