import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DepositsModule, HostedDeposits } from '@app/deposits';
import { EscrowModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { CardAttemptLimits } from './card-attempt-limits';
import { CardInquiry } from './card-inquiry';
import { CardPrices } from './card-prices';
import { CheckoutAttempt } from './checkout-attempt.aggregate';
import { CheckoutAttempts } from './checkout-attempts';
import { CheckoutEvents } from './checkout-events.handler';
import { CheckoutQueries } from './checkout.queries';
import { CheckoutSession } from './checkout-session.aggregate';
import { CheckoutSessions } from './checkout-sessions';
import { BeginCardAttemptHandler } from './commands/begin-card-attempt';
import { ClaimRefundHandler } from './commands/claim-refund';
import { CreateSessionHandler } from './commands/create-session';
import { EndOverdueSessionHandler } from './commands/end-overdue-session';
import { ExpireSessionHandler } from './commands/expire-session';
import { PayFromTestWalletHandler } from './commands/pay-from-test-wallet';
import { PayFromWalletHandler } from './commands/pay-from-wallet';
import { RecordOutcomeHandler } from './commands/record-outcome';
import { RecordRefundHandler } from './commands/record-refund';
import { SubmitCardCodeHandler } from './commands/submit-card-code';
import { CancelCardPayment } from './flows/cancel-card-payment';
import { CardStep } from './flows/card-step';
import { PayByCard } from './flows/pay-by-card';
import { RefundPayment } from './flows/refund-payment';
import { SettleAttempt } from './flows/settle-attempt';
import { SubmitCardStep } from './flows/submit-card-step';
import { HostedDepositSessions } from './hosted-deposit-sessions';
import { ExpireSessions } from './jobs/expire-sessions';
import { ResolveUnknownAttempts } from './jobs/resolve-unknown-attempts';
import { SendRefunds } from './jobs/send-refunds';
import { WhenEscrowGivesBack } from './listeners/when-escrow-gives-back';
import { LiveStatus } from './live-status';
import { methodFlows, methodProviders } from './methods/methods.providers';
import { PageQueries } from './page.queries';
import { Payees } from './payees.queries';
import { SessionAccess } from './session-access';
import { SessionNews } from './session-news';
import { SessionCompletion } from './session-completion';
import { SessionOpening } from './session-opening';
import { SessionTokens } from './session-token';
import { Settlement } from './settlement';
import { UnappliedPayments } from './unapplied-payments';
import { WalletQuotes } from './wallet-quotes';

/** Checkout sessions. Global, because deposits stand above it and are handed their hosted pages from here. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([CheckoutSession, CheckoutAttempt]),
    DepositsModule,
    EscrowModule,
    FxModule,
    WalletModule,
  ],
  providers: [
    ...[CheckoutSessions, CheckoutAttempts, SessionNews, LiveStatus, CheckoutQueries, PageQueries, Payees],
    ...[SessionTokens, SessionAccess, SessionOpening, Settlement, SessionCompletion, CardInquiry, CardPrices],
    ...[PayFromWalletHandler, PayFromTestWalletHandler, CardAttemptLimits, UnappliedPayments, WalletQuotes],
    ...[CreateSessionHandler, ExpireSessionHandler, EndOverdueSessionHandler],
    ...[
      BeginCardAttemptHandler,
      SubmitCardCodeHandler,
      RecordOutcomeHandler,
      ClaimRefundHandler,
      RecordRefundHandler,
    ],
    ...[PayByCard, SubmitCardStep, CancelCardPayment, CardStep, SettleAttempt, RefundPayment],
    ...[ExpireSessions, ResolveUnknownAttempts, SendRefunds],
    ...methodProviders,
    ...[CheckoutEvents, WhenEscrowGivesBack],
    { provide: HostedDeposits, useClass: HostedDepositSessions },
  ],
  exports: [
    ...[CheckoutSessions, UnappliedPayments, WalletQuotes],
    ...[CheckoutQueries, PageQueries, LiveStatus, SessionAccess, SessionTokens, CardPrices, HostedDeposits],
    ...methodFlows,
    ...[PayByCard, SubmitCardStep, CancelCardPayment, SettleAttempt],
    ...[ExpireSessions, ResolveUnknownAttempts, SendRefunds],
  ],
})
export class CheckoutModule {}
