import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule } from '@app/charges';
import { CheckoutModule } from '@app/checkout';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { UpdateCustomerHandler } from './customers/commands/update-customer';
import { BindSubscriptions } from './customers/listeners/bind-subscriptions';
import { OwnSubscriptionReader } from './customers/own-subscription-reader.service';
import { OpenSubscriptionPaymentHandler } from './commands/open-subscription-payment';
import { Autopay } from './autopay/autopay.service';
import { RemindPayersHandler } from './autopay/commands/remind-payers';
import { StopAutopayHandler } from './autopay/commands/stop-autopay';
import { RemindOfRenewals } from './autopay/jobs/remind-of-renewals';
import { SilentCharges } from './autopay/silent-charges.service';
import { WalletCharges } from './autopay/wallet-charges.service';
import { WalletMandate } from './mandates/wallet-mandate.aggregate';
import { WalletMandates } from './mandates/wallet-mandate.repository';
import { CardChargeEvents } from './cards/card-charge-events.handler';
import { CardChargeOutcomes } from './cards/card-charge-outcomes.service';
import { CardChargeReferences } from './cards/card-charge-references.service';
import { CardCharge } from './cards/card-charge.aggregate';
import { CardChargeStore } from './cards/card-charge.repository';
import { CardCharges } from './cards/card-charges.service';
import { ClaimCardChargeHandler } from './cards/commands/claim-card-charge';
import { AskForCardsHandler } from './cards/commands/ask-for-cards';
import { RemoveCardHandler } from './cards/commands/remove-card';
import { RecordCardChargeHandler } from './cards/commands/record-card-charge';
import { CollectCardCharge } from './cards/flows/collect-card-charge';
import { ChargeCards } from './cards/jobs/charge-cards';
import { RenewCards } from './cards/jobs/renew-cards';
import { EraseCardsOfClosedAccounts } from './cards/listeners/erase-cards-of-closed-accounts';
import { SavedCard } from './mandates/saved-card.aggregate';
import { SavedCards } from './mandates/saved-card.repository';
import { ChargeGuard } from './holds/charge-guard.service';
import { ChargeHolds } from './holds/charge-holds.store';
import { ReleaseChargesHandler } from './holds/commands/release-charges';
import { FailUnpaidInvoiceHandler } from './invoices/commands/fail-unpaid-invoice';
import { InvoiceFailures } from './invoices/invoice-failures.service';
import { FailUnpaidInvoices } from './invoices/jobs/fail-unpaid-invoices';
import { FailDeclinedInvoice } from './invoices/listeners/fail-declined-invoice';
import { SubscriptionBilling } from './invoices/subscription-billing.service';
import { SubscriptionInvoice } from './invoices/subscription-invoice.aggregate';
import { SubscriptionInvoices } from './invoices/subscription-invoice.repository';
import { SubscriptionSettlement } from './invoices/subscription-settlement.service';
import { SubscriptionLinks } from './page/subscription-links.service';
import { SubscriptionTokens } from './subscriptions/subscription-tokens.service';
import { StopTestAutopayHandler } from './simulation/commands/stop-test-autopay';
import { SimulatedCustomer } from './simulation/simulated-customer.service';
import { CreatePlanHandler } from './plans/commands/create-plan';
import { UpdatePlanHandler } from './plans/commands/update-plan';
import { Plan } from './plans/plan.aggregate';
import { Plans } from './plans/plan.repository';
import { CancelPlanChangeHandler } from './commands/cancel-plan-change';
import { ChangePlanHandler } from './commands/change-plan';
import { BillNextCycleHandler } from './commands/bill-next-cycle';
import { CancelSubscriptionHandler } from './commands/cancel-subscription';
import { ResumeSubscriptionHandler } from './commands/resume-subscription';
import { SubscribeCustomerHandler } from './commands/subscribe-customer';
import { BillSubscriptions } from './jobs/bill-subscriptions';
import { ExtendLinksAfterFreeze } from './invoices/listeners/extend-links-after-freeze';
import { EndUnpaidSubscriptions } from './subscriptions/listeners/end-unpaid-subscriptions';
import { CloseTestSubscriptions } from './subscriptions/listeners/close-test-subscriptions';
import { PlanChanges } from './invoices/plan-changes.service';
import { PlanPlaces } from './subscriptions/plan-places.store';
import { Subscription } from './subscriptions/subscription.aggregate';
import { SubscriptionAccess } from './subscriptions/subscription-access.service';
import { Subscriptions } from './subscriptions/subscription.repository';
import { SubscriptionBusiness } from './subscriptions/subscription-business.queries';
import { SubscriptionClaims } from './subscriptions/subscription-claims.store';
import { SubscriptionCredits } from './invoices/subscription-credits.store';
import { SubscriptionReader } from './subscription-reader.service';

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
    Plans,
    Subscriptions,
    SubscriptionInvoices,
    SubscriptionReader,
    SubscriptionBusiness,
    SubscriptionAccess,
    SubscriptionTokens,
    SubscriptionLinks,
    OwnSubscriptionReader,
    SubscriptionBilling,
    SubscriptionSettlement,
    InvoiceFailures,
    CreatePlanHandler,
    UpdatePlanHandler,
    SubscribeCustomerHandler,
    CancelSubscriptionHandler,
    ResumeSubscriptionHandler,
    ChangePlanHandler,
    CancelPlanChangeHandler,
    PlanChanges,
    PlanPlaces,
    SubscriptionCredits,
    SubscriptionClaims,
    BillNextCycleHandler,
    FailUnpaidInvoiceHandler,
    OpenSubscriptionPaymentHandler,
    WalletMandates,
    WalletCharges,
    Autopay,
    StopAutopayHandler,
    RemindPayersHandler,
    RemindOfRenewals,
    SavedCards,
    EraseCardsOfClosedAccounts,
    RemoveCardHandler,
    AskForCardsHandler,
    RenewCards,
    SilentCharges,
    CardCharges,
    CardChargeStore,
    CardChargeReferences,
    CardChargeOutcomes,
    ClaimCardChargeHandler,
    RecordCardChargeHandler,
    CollectCardCharge,
    CardChargeEvents,
    ChargeCards,
    SimulatedCustomer,
    StopTestAutopayHandler,
    FailDeclinedInvoice,
    CloseTestSubscriptions,
    EndUnpaidSubscriptions,
    ExtendLinksAfterFreeze,
    BindSubscriptions,
    UpdateCustomerHandler,
    BillSubscriptions,
    FailUnpaidInvoices,
    ChargeGuard,
    ChargeHolds,
    ReleaseChargesHandler,
  ],
  exports: [
    SubscriptionReader,
    SimulatedCustomer,
    ChargeHolds,
    OwnSubscriptionReader,
    SubscriptionTokens,
    SubscriptionLinks,
  ],
})
export class SubscriptionsModule {}
