import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { EscrowModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { IndexTerms, SearchModule } from '@app/search';
import { TestClockModule } from '@app/test-clock';
import { WalletModule } from '@app/wallet';
import { BuyerCodesService } from './buyers/buyer-codes.service';
import { BuyerCountsService } from './buyers/buyer-counts.service';
import { BuyerTokensService } from './buyers/buyer-tokens.service';
import { BuyerViewsService } from './page/buyer-views.service';
import { SendBuyerCodeHandler } from './buyers/commands/send-buyer-code';
import { GuestPaymentsService } from './buyers/guest-payments.service';
import { PurgeBuyerCodes } from './buyers/jobs/purge-buyer-codes';
import { attemptProviders } from './attempts/attempts.providers';
import { CardPricesService } from './attempts/card-prices.service';
import { CheckoutAttempt } from './attempts/checkout-attempt.aggregate';
import { CheckoutBusinessQueries } from './sessions/checkout-business.queries';
import { CheckoutQueries } from './sessions/checkout.queries';
import { CheckoutSession } from './sessions/checkout-session.aggregate';
import { CheckoutSessionRepository, SessionChanges } from './sessions/checkout-session.repository';
import { BeginCardAttemptHandler } from './methods/card/commands/begin-card-attempt';
import { ClaimRefundHandler } from './refunds/commands/claim-refund';
import { DecideUnappliedHandler } from './refunds/commands/decide-unapplied';
import { CreateSessionHandler } from './sessions/commands/create-session';
import { EndOverdueSessionHandler } from './sessions/commands/end-overdue-session';
import { ExpireSessionHandler } from './sessions/commands/expire-session';
import { PayFromTestWalletHandler } from './methods/wallet/commands/pay-from-test-wallet';
import { PayFromWalletHandler } from './methods/wallet/commands/pay-from-wallet';
import { RecordRefundHandler } from './refunds/commands/record-refund';
import { SubmitCardCodeHandler } from './methods/card/commands/submit-card-code';
import { CancelCardPayment } from './methods/card/flows/cancel-card-payment';
import { PayByCard } from './methods/card/flows/pay-by-card';
import { Refund } from './refunds/refund.aggregate';
import { RefundCreationService } from './refunds/refund-creation.service';
import { RefundablePaymentsService } from './refunds/refundable-payments.service';
import { RefundListsService } from './refunds/refund-lists.service';
import { RefundSessionHandler } from './refunds/commands/refund-session';
import { DecideRefundHandler } from './refunds/commands/decide-refund';
import { RefundDestinationsService } from './refunds/refund-destinations.service';
import { RefundRailsService } from './refunds/refund-rails.service';
import { RefundRepository } from './refunds/refund.repository';
import { RefundTokensService } from './refunds/refund-tokens.service';
import { AlertOfLateRefundHandler } from './refunds/commands/alert-of-late-refund';
import { NameRefundAccountHandler } from './refunds/commands/name-refund-account';
import { AlertOfLateRefunds } from './refunds/jobs/alert-of-late-refunds';
import { UnappliedPayment } from './refunds/unapplied-payment.aggregate';
import { UnappliedPaymentRepository } from './refunds/unapplied-payment.repository';
import { RefuseReversalOfRefunded } from './refunds/listeners/refuse-reversal-of-refunded';
import { RefundUnappliedPayments } from './refunds/listeners/refund-unapplied-payments';
import { RefundPayment } from './refunds/flows/refund-payment';
import { SettleAttempt } from './attempts/flows/settle-attempt';
import { SubmitCardStep } from './methods/card/flows/submit-card-step';
import {
  PaidForRegistry,
  PaymentAdmissions,
  SessionCompletionService,
} from './sessions/session-completion.service';
import { ExpireSessions } from './jobs/expire-sessions';
import { WatchAccounts } from './attempts/flows/watch-accounts';
import { SendRefunds } from './refunds/jobs/send-refunds';
import { RefundReturnedEscrows } from './refunds/listeners/refund-returned-escrows';
import { EndSessionsOfClosedAccount } from './sessions/listeners/end-sessions-of-closed-account';
import { CloseTestSessions } from './sessions/listeners/close-test-sessions';
import { LiveStatusService } from './page/live-status.service';
import { methodFlows, methodProviders } from './methods/async/methods.providers';
import { PageQueries } from './page/page.queries';
import { PaymentSearchQueries } from './sessions/payment-search.queries';
import { SessionListsQueries } from './sessions/session-lists.queries';
import { PaymentPartiesQueries } from './refunds/payment-parties.queries';
import { MethodOffersService } from './sessions/method-offers.service';
import { OriginSessionsService } from './sessions/origin-sessions.service';
import { PayeesQueries } from './sessions/payees.queries';
import { SessionAccessService } from './sessions/session-access.service';
import { SessionOpeningService } from './sessions/session-opening.service';
import { SessionTokensService } from './sessions/session-tokens.service';
import { SetAsidePaymentsService } from './attempts/set-aside-payments.service';
import { UnappliedPaymentsService } from './refunds/unapplied-payments.service';
import { WalletQuotesService } from './methods/wallet/wallet-quotes.service';

/** Checkout sessions, and the payments of their buyers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CheckoutSession, CheckoutAttempt, Refund, UnappliedPayment]),
    ChargesModule,
    EscrowModule,
    FxModule,
    SearchModule,
    TestClockModule,
    WalletModule,
  ],
  providers: [
    CheckoutSessionRepository,
    ...attemptProviders,
    RefundRepository,
    UnappliedPaymentRepository,
    SessionChanges,
    LiveStatusService,
    CheckoutBusinessQueries,
    CheckoutQueries,
    PaymentSearchQueries,
    SessionListsQueries,
    PageQueries,
    PaymentPartiesQueries,
    PayeesQueries,
    SessionTokensService,
    SessionAccessService,
    SessionOpeningService,
    OriginSessionsService,
    PaidForRegistry,
    PaymentAdmissions,
    SessionCompletionService,
    PayFromWalletHandler,
    PayFromTestWalletHandler,
    UnappliedPaymentsService,
    WalletQuotesService,
    BuyerCodesService,
    BuyerCountsService,
    BuyerTokensService,
    BuyerViewsService,
    GuestPaymentsService,
    SendBuyerCodeHandler,
    PurgeBuyerCodes,
    CreateSessionHandler,
    ExpireSessionHandler,
    EndOverdueSessionHandler,
    BeginCardAttemptHandler,
    SubmitCardCodeHandler,
    ClaimRefundHandler,
    DecideUnappliedHandler,
    RecordRefundHandler,
    RefundSessionHandler,
    DecideRefundHandler,
    NameRefundAccountHandler,
    AlertOfLateRefundHandler,
    RefundTokensService,
    RefundDestinationsService,
    RefundRailsService,
    RefundCreationService,
    RefundablePaymentsService,
    RefundListsService,
    PayByCard,
    SubmitCardStep,
    CancelCardPayment,
    RefundPayment,
    ExpireSessions,
    SendRefunds,
    AlertOfLateRefunds,
    MethodOffersService,
    ...methodProviders,
    CloseTestSessions,
    EndSessionsOfClosedAccount,
    RefundReturnedEscrows,
    RefundUnappliedPayments,
    RefuseReversalOfRefunded,
  ],
  exports: [
    CheckoutSessionRepository,
    UnappliedPaymentsService,
    SetAsidePaymentsService,
    RefundCreationService,
    RefundablePaymentsService,
    RefundRepository,
    RefundListsService,
    RefundTokensService,
    RefundDestinationsService,
    RefundRailsService,
    PaymentPartiesQueries,
    BuyerCountsService,
    WalletQuotesService,
    CheckoutQueries,
    SessionListsQueries,
    PageQueries,
    PaymentPartiesQueries,
    LiveStatusService,
    SessionAccessService,
    SessionTokensService,
    SessionOpeningService,
    OriginSessionsService,
    PaidForRegistry,
    PaymentAdmissions,
    CardPricesService,
    ...methodFlows,
    PayByCard,
    SubmitCardStep,
    CancelCardPayment,
    SettleAttempt,
    BuyerCodesService,
    BuyerCountsService,
    BuyerTokensService,
  ],
})
export class CheckoutModule {
  constructor(
    job: ResolveUnknownCharges,
    accounts: WatchAccounts,
    attempts: SettleAttempt,
    index: IndexTerms,
    payments: PaymentSearchQueries,
  ) {
    index.register(payments);
    job.register(accounts);
    job.register(attempts);
  }
}
