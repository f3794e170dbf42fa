import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { EscrowModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { TestClockModule } from '@app/test-clock';
import { WalletModule } from '@app/wallet';
import { BuyerCodes } from './buyers/buyer-codes.service';
import { BuyerCounts } from './buyers/buyer-counts.service';
import { BuyerTokens } from './buyers/buyer-tokens.service';
import { BuyerViews } from './page/buyer-views.service';
import { SendBuyerCodeHandler } from './buyers/commands/send-buyer-code';
import { GuestPayments } from './buyers/guest-payments.service';
import { PurgeBuyerCodes } from './buyers/jobs/purge-buyer-codes';
import { CardPrices } from './attempts/card-prices.service';
import { CheckoutAttempt } from './attempts/checkout-attempt.aggregate';
import { CheckoutAttempts } from './attempts/checkout-attempt.repository';
import { CheckoutEvents } from './attempts/checkout-events.handler';
import { CheckoutBusiness } from './sessions/checkout-business.queries';
import { CheckoutQueries } from './sessions/checkout.queries';
import { CheckoutSession } from './sessions/checkout-session.aggregate';
import { CheckoutSessions, SessionChanges } from './sessions/checkout-session.repository';
import { BeginCardAttemptHandler } from './methods/card/commands/begin-card-attempt';
import { ClaimRefundHandler } from './refunds/commands/claim-refund';
import { DecideUnappliedHandler } from './refunds/commands/decide-unapplied';
import { CreateSessionHandler } from './sessions/commands/create-session';
import { EndOverdueSessionHandler } from './sessions/commands/end-overdue-session';
import { ExpireSessionHandler } from './sessions/commands/expire-session';
import { PayFromTestWalletHandler } from './methods/wallet/commands/pay-from-test-wallet';
import { PayFromWalletHandler } from './methods/wallet/commands/pay-from-wallet';
import { RecordOutcomeHandler } from './attempts/commands/record-outcome';
import { RecordRefundHandler } from './refunds/commands/record-refund';
import { SubmitCardCodeHandler } from './methods/card/commands/submit-card-code';
import { CancelCardPayment } from './methods/card/flows/cancel-card-payment';
import { PayByCard } from './methods/card/flows/pay-by-card';
import { Refund } from './refunds/refund.aggregate';
import { Refunds } from './refunds/refund.repository';
import { RefundPayment } from './refunds/flows/refund-payment';
import { SettleAttempt } from './attempts/flows/settle-attempt';
import { SubmitCardStep } from './methods/card/flows/submit-card-step';
import { PaidForRegistry, PaymentAdmissions, SessionCompletion } from './sessions/session-completion.service';
import { ExpireSessions } from './jobs/expire-sessions';
import { WatchAccounts } from './attempts/flows/watch-accounts';
import { SendRefunds } from './refunds/jobs/send-refunds';
import { RefundReturnedEscrows } from './refunds/listeners/refund-returned-escrows';
import { EndSessionsOfClosedAccount } from './sessions/listeners/end-sessions-of-closed-account';
import { CloseTestSessions } from './sessions/listeners/close-test-sessions';
import { LiveStatus } from './page/live-status.service';
import { methodFlows, methodProviders } from './methods/async/methods.providers';
import { PageQueries } from './page/page.queries';
import { PaymentParties } from './refunds/payment-parties.queries';
import { OriginSessions } from './sessions/origin-sessions.service';
import { Payees } from './sessions/payees.queries';
import { SessionAccess } from './sessions/session-access.service';
import { SessionOpening } from './sessions/session-opening.service';
import { SessionTokens } from './sessions/session-tokens.service';
import { AttemptOutcomes } from './attempts/attempt-outcomes.service';
import { SetAsidePayments } from './attempts/set-aside-payments.service';
import { UnappliedPayments } from './refunds/unapplied-payments.service';
import { WalletQuotes } from './methods/wallet/wallet-quotes.service';

/** Checkout sessions, and the payments of their buyers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CheckoutSession, CheckoutAttempt, Refund]),
    ChargesModule,
    EscrowModule,
    FxModule,
    TestClockModule,
    WalletModule,
  ],
  providers: [
    CheckoutSessions,
    CheckoutAttempts,
    Refunds,
    SessionChanges,
    LiveStatus,
    CheckoutBusiness,
    CheckoutQueries,
    PageQueries,
    PaymentParties,
    Payees,
    SessionTokens,
    SessionAccess,
    SessionOpening,
    OriginSessions,
    PaidForRegistry,
    PaymentAdmissions,
    AttemptOutcomes,
    SessionCompletion,
    CardPrices,
    PayFromWalletHandler,
    PayFromTestWalletHandler,
    UnappliedPayments,
    WalletQuotes,
    SetAsidePayments,
    BuyerCodes,
    BuyerCounts,
    BuyerTokens,
    BuyerViews,
    GuestPayments,
    SendBuyerCodeHandler,
    PurgeBuyerCodes,
    CreateSessionHandler,
    ExpireSessionHandler,
    EndOverdueSessionHandler,
    BeginCardAttemptHandler,
    SubmitCardCodeHandler,
    RecordOutcomeHandler,
    ClaimRefundHandler,
    DecideUnappliedHandler,
    RecordRefundHandler,
    PayByCard,
    SubmitCardStep,
    CancelCardPayment,
    SettleAttempt,
    WatchAccounts,
    RefundPayment,
    ExpireSessions,
    SendRefunds,
    ...methodProviders,
    CheckoutEvents,
    CloseTestSessions,
    EndSessionsOfClosedAccount,
    RefundReturnedEscrows,
  ],
  exports: [
    CheckoutSessions,
    UnappliedPayments,
    SetAsidePayments,
    WalletQuotes,
    CheckoutQueries,
    PageQueries,
    LiveStatus,
    SessionAccess,
    SessionTokens,
    SessionOpening,
    OriginSessions,
    PaidForRegistry,
    PaymentAdmissions,
    CardPrices,
    ...methodFlows,
    PayByCard,
    SubmitCardStep,
    CancelCardPayment,
    SettleAttempt,
    BuyerCodes,
    BuyerCounts,
    BuyerTokens,
  ],
})
export class CheckoutModule {
  constructor(job: ResolveUnknownCharges, accounts: WatchAccounts, attempts: SettleAttempt) {
    job.register(accounts);
    job.register(attempts);
  }
}
