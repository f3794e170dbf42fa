import { type DynamicModule, Module } from '@nestjs/common';
import {
  AccountsModule,
  AuthController,
  CloseAccountController,
  ContactsController,
  EmailTokensController,
  NotMeController,
  ProfileController,
  SessionsController,
  SettingsController,
  StaffController,
  StaffSetUpPageController,
  TwoFactorController,
  UsertagController,
} from '@app/accounts';
import {
  AnalyticsController,
  AnalyticsModule,
  ReportPagesModule,
  TransactionReportsController,
} from '@app/analytics';
import {
  ALL_PROOFS,
  AuditController,
  ApprovalsController,
  BackofficeModule,
  BoardPageController,
  KycReviewsController,
  NameReviewsController,
  BvnReviewsController,
  KybReviewsController,
  ParkedEventsController,
  QueuesAdminController,
  UsersAdminController,
} from '@app/backoffice';
import type { Config } from '@app/config';
import {
  DepositController,
  DepositsModule,
  VirtualAccountController,
  VirtualAccountsModule,
} from '@app/deposits';
import { ChargesModule, GatewayEventsController } from '@app/charges';
import { EscrowAdminController, EscrowController, EscrowModule } from '@app/escrow';
import { FxAdminController, FxModule, PaymentsController } from '@app/fx';
import { BvnEventsModule, CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicesController, InvoicesModule, PaymentLinksController } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { BvnController, DocumentsController, KybController, KycModule } from '@app/kyc';
import {
  LedgerAdminController,
  LedgerFaultsController,
  LedgerModule,
  LedgerProofsModule,
  LedgerRepairsController,
} from '@app/ledger';
import { AppsController, MerchantsModule, WebhookEndpointsController } from '@app/merchants';
import { NotificationsController, NotificationsModule } from '@app/notifications';
import { BanksController, PayoutsAdminController, PayoutsModule, WithdrawalsController } from '@app/payouts';
import { PayrollController, PayrollModule } from '@app/payroll';
import { ChargeHoldsController, SubscriptionsModule } from '@app/subscriptions';
import {
  PaymentRequestsController,
  StatementsController,
  TransactionsController,
  WalletController,
  WalletModule,
} from '@app/wallet';
import {
  ConformanceController,
  DeliveriesAdminController,
  EventsController,
  WebhooksModule,
  WebhookTestController,
  DeliveriesController,
  ReplaysController,
} from '@app/webhooks';
import { CheckoutModule, CheckoutScriptRedirectController, UnappliedPaymentsController } from '@app/checkout';

/** The integration API: accepts live secret keys and people. Test keys may only read. */
@Module({})
export class BusinessApi {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: BusinessApi,
      imports: [
        ...foundation('business', config, clock),
        LedgerModule,
        LedgerProofsModule.with(ALL_PROOFS),
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
        SubscriptionsModule,
        PayoutsModule,
        PayrollModule,
        AnalyticsModule,
        ReportPagesModule,
        WebhooksModule,
        NotificationsModule,
        BackofficeModule,
        CardGatewaysModule.for('live'),
        PayoutProvidersModule,
        BvnEventsModule,
      ],
      controllers: [
        CheckoutScriptRedirectController,
        AuthController,
        TwoFactorController,
        EmailTokensController,
        SettingsController,
        NotificationsController,
        ProfileController,
        UsertagController,
        ContactsController,
        SessionsController,
        CloseAccountController,
        NotMeController,
        BvnController,
        KybController,
        BvnReviewsController,
        KybReviewsController,
        AppsController,
        WebhookEndpointsController,
        WebhookTestController,
        ConformanceController,
        DeliveriesController,
        ReplaysController,
        EventsController,
        WalletController,
        PaymentRequestsController,
        StatementsController,
        TransactionsController,
        PaymentsController,
        DepositController,
        VirtualAccountController,
        GatewayEventsController,
        EscrowController,
        BanksController,
        WithdrawalsController,
        PayoutsAdminController,
        ChargeHoldsController,
        PayrollController,
        AnalyticsController,
        TransactionReportsController,
        DocumentsController,
        InvoicesController,
        PaymentLinksController,
        LedgerAdminController,
        LedgerFaultsController,
        LedgerRepairsController,
        UnappliedPaymentsController,
        EscrowAdminController,
        DeliveriesAdminController,
        AuditController,
        FxAdminController,
        ApprovalsController,
        ParkedEventsController,
        QueuesAdminController,
        BoardPageController,
        UsersAdminController,
        StaffController,
        StaffSetUpPageController,
        KycReviewsController,
        NameReviewsController,
      ],
    };
  }
}
