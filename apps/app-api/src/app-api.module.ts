import { type DynamicModule, Module } from '@nestjs/common';
import {
  AccountsModule,
  AuthController,
  CloseAccountController,
  ContactsController,
  EmailTokensController,
  NotMeController,
  NotMePageController,
  ProfileController,
  ResetPageController,
  SessionsController,
  SettingsController,
  TwoFactorController,
  UsertagController,
} from '@app/accounts';
import { AnalyticsController, AnalyticsModule, TransactionReportsController } from '@app/analytics';
import { CheckoutModule } from '@app/checkout';
import type { Config } from '@app/config';
import {
  DepositController,
  DepositsModule,
  VirtualAccountController,
  VirtualAccountsModule,
} from '@app/deposits';
import { EscrowController, EscrowModule } from '@app/escrow';
import { FxModule, PaymentsController } from '@app/fx';
import { CardGatewaysModule, PayoutProvidersModule } from '@app/gateways';
import { foundation } from '@app/http';
import { InvoicesModule } from '@app/invoices';
import type { Clock } from '@app/kernel';
import { BvnController, DocumentsController, KybController, KycModule } from '@app/kyc';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { NotificationsController, NotificationsModule } from '@app/notifications';
import { BanksController, PayoutsModule, WithdrawalsController } from '@app/payouts';
import { AutopayController, OwnSubscriptionsController, SubscriptionsModule } from '@app/subscriptions';
import {
  PaymentRequestsController,
  StatementsController,
  TransactionsController,
  WalletController,
  WalletModule,
} from '@app/wallet';

/** The personal API: accepts people who are signed in, and no API key. */
@Module({})
export class AppApi {
  static with(config: Config, clock?: Clock): DynamicModule {
    return {
      module: AppApi,
      imports: [
        ...foundation('app', config, clock),
        LedgerModule,
        AccountsModule,
        MerchantsModule,
        KycModule,
        FxModule,
        WalletModule,
        DepositsModule,
        VirtualAccountsModule,
        EscrowModule,
        CheckoutModule,
        InvoicesModule,
        SubscriptionsModule,
        PayoutsModule,
        AnalyticsModule,
        NotificationsModule,
        CardGatewaysModule.for('live'),
        PayoutProvidersModule,
      ],
      controllers: [
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
        NotMePageController,
        ResetPageController,
        BvnController,
        KybController,
        WalletController,
        PaymentRequestsController,
        StatementsController,
        TransactionsController,
        PaymentsController,
        AnalyticsController,
        TransactionReportsController,
        DepositController,
        VirtualAccountController,
        EscrowController,
        DocumentsController,
        BanksController,
        WithdrawalsController,
        OwnSubscriptionsController,
        AutopayController,
      ],
    };
  }
}
