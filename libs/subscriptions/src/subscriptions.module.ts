import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule } from '@app/charges';
import { CheckoutModule } from '@app/checkout';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { UpdateCustomerHandler } from './customers/commands/update-customer';
import { BindSubscriptions } from './customers/listeners/bind-subscriptions';
import { OwnSubscriptionReaderService } from './customers/own-subscription-reader.service';
import { OpenSubscriptionPaymentHandler } from './commands/open-subscription-payment';
import { AutopayService } from './autopay/autopay.service';
import { RemindPayersHandler } from './autopay/commands/remind-payers';
import { StopAutopayHandler } from './autopay/commands/stop-autopay';
import { RemindOfRenewals } from './autopay/jobs/remind-of-renewals';
import { SilentChargesService } from './autopay/silent-charges.service';
import { WalletChargesService } from './autopay/wallet-charges.service';
import { WalletMandate } from './mandates/wallet-mandate.aggregate';
import { WalletMandateRepository } from './mandates/wallet-mandate.repository';
import { CardChargeEvents } from './cards/card-charge-events.handler';
import { CardChargeOutcomesService } from './cards/card-charge-outcomes.service';
import { CardChargeReferencesService } from './cards/card-charge-references.service';
import { CardCharge } from './cards/card-charge.aggregate';
import { CardChargeRepository } from './cards/card-charge.repository';
import { CardChargesService } from './cards/card-charges.service';
import { ClaimCardChargeHandler } from './cards/commands/claim-card-charge';
import { AskForCardsHandler } from './cards/commands/ask-for-cards';
import { RemoveCardHandler } from './cards/commands/remove-card';
import { RecordCardChargeHandler } from './cards/commands/record-card-charge';
import { CollectCardCharge } from './cards/flows/collect-card-charge';
import { ChargeCards } from './cards/jobs/charge-cards';
import { RenewCards } from './cards/jobs/renew-cards';
import { EraseCardsOfClosedAccounts } from './cards/listeners/erase-cards-of-closed-accounts';
import { SavedCard } from './mandates/saved-card.aggregate';
import { SavedCardRepository } from './mandates/saved-card.repository';
import { ChargeGuardService } from './holds/charge-guard.service';
import { ChargeHoldsStore } from './holds/charge-holds.store';
import { ReleaseChargesHandler } from './holds/commands/release-charges';
import { FailUnpaidInvoiceHandler } from './invoices/commands/fail-unpaid-invoice';
import { InvoiceFailuresService } from './invoices/invoice-failures.service';
import { FailUnpaidInvoices } from './invoices/jobs/fail-unpaid-invoices';
import { FailDeclinedInvoice } from './invoices/listeners/fail-declined-invoice';
import { SubscriptionBillingService } from './invoices/subscription-billing.service';
import { SubscriptionInvoice } from './invoices/subscription-invoice.aggregate';
import { SubscriptionInvoiceRepository } from './invoices/subscription-invoice.repository';
import { SubscriptionSettlementService } from './invoices/subscription-settlement.service';
import { SubscriptionLinksService } from './page/subscription-links.service';
import { SubscriptionTokensService } from './subscriptions/subscription-tokens.service';
import { StopTestAutopayHandler } from './simulation/commands/stop-test-autopay';
import { SimulatedCustomerService } from './simulation/simulated-customer.service';
import { CreatePlanHandler } from './plans/commands/create-plan';
import { UpdatePlanHandler } from './plans/commands/update-plan';
import { Plan } from './plans/plan.aggregate';
import { PlanRepository } from './plans/plan.repository';
import { CancelPlanChangeHandler } from './commands/cancel-plan-change';
import { ChangePlanHandler } from './commands/change-plan';
import { BillNextCycleHandler } from './commands/bill-next-cycle';
import { CancelSubscriptionHandler } from './commands/cancel-subscription';
import { RefundInvoiceHandler } from './commands/refund-invoice';
import { ResumeSubscriptionHandler } from './commands/resume-subscription';
import { SubscribeCustomerHandler } from './commands/subscribe-customer';
import { BillSubscriptions } from './jobs/bill-subscriptions';
import { ExtendLinksAfterFreeze } from './invoices/listeners/extend-links-after-freeze';
import { EndUnpaidSubscriptions } from './subscriptions/listeners/end-unpaid-subscriptions';
import { CloseTestSubscriptions } from './subscriptions/listeners/close-test-subscriptions';
import { PlanChangesService } from './invoices/plan-changes.service';
import { PlanPlacesStore } from './subscriptions/plan-places.store';
import { Subscription } from './subscriptions/subscription.aggregate';
import { SubscriptionAccessService } from './subscriptions/subscription-access.service';
import { SubscriptionRepository } from './subscriptions/subscription.repository';
import { SubscriptionBusinessQueries } from './subscriptions/subscription-business.queries';
import { SubscriptionClaimsStore } from './subscriptions/subscription-claims.store';
import { SubscriptionCreditsStore } from './invoices/subscription-credits.store';
import { SubscriptionReaderService } from './subscription-reader.service';

/** Plans, subscriptions and the invoices of their cycles. Every app that completes checkout sessions imports it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Plan, Subscription, SubscriptionInvoice, WalletMandate, SavedCard, CardCharge]),
    ChargesModule,
    CheckoutModule,
    FxModule,
    WalletModule,
  ],
  providers: [
    PlanRepository,
    SubscriptionRepository,
    SubscriptionInvoiceRepository,
    SubscriptionReaderService,
    SubscriptionBusinessQueries,
    SubscriptionAccessService,
    SubscriptionTokensService,
    SubscriptionLinksService,
    OwnSubscriptionReaderService,
    SubscriptionBillingService,
    SubscriptionSettlementService,
    InvoiceFailuresService,
    CreatePlanHandler,
    UpdatePlanHandler,
    SubscribeCustomerHandler,
    CancelSubscriptionHandler,
    RefundInvoiceHandler,
    ResumeSubscriptionHandler,
    ChangePlanHandler,
    CancelPlanChangeHandler,
    PlanChangesService,
    PlanPlacesStore,
    SubscriptionCreditsStore,
    SubscriptionClaimsStore,
    BillNextCycleHandler,
    FailUnpaidInvoiceHandler,
    OpenSubscriptionPaymentHandler,
    WalletMandateRepository,
    WalletChargesService,
    AutopayService,
    StopAutopayHandler,
    RemindPayersHandler,
    RemindOfRenewals,
    SavedCardRepository,
    EraseCardsOfClosedAccounts,
    RemoveCardHandler,
    AskForCardsHandler,
    RenewCards,
    SilentChargesService,
    CardChargesService,
    CardChargeRepository,
    CardChargeReferencesService,
    CardChargeOutcomesService,
    ClaimCardChargeHandler,
    RecordCardChargeHandler,
    CollectCardCharge,
    CardChargeEvents,
    ChargeCards,
    SimulatedCustomerService,
    StopTestAutopayHandler,
    FailDeclinedInvoice,
    CloseTestSubscriptions,
    EndUnpaidSubscriptions,
    ExtendLinksAfterFreeze,
    BindSubscriptions,
    UpdateCustomerHandler,
    BillSubscriptions,
    FailUnpaidInvoices,
    ChargeGuardService,
    ChargeHoldsStore,
    ReleaseChargesHandler,
  ],
  exports: [
    SubscriptionReaderService,
    SimulatedCustomerService,
    ChargeHoldsStore,
    OwnSubscriptionReaderService,
    SubscriptionTokensService,
    SubscriptionLinksService,
  ],
})
export class SubscriptionsModule {}
