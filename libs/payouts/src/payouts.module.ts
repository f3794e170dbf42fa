import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule } from '@app/charges';
import { FxModule } from '@app/fx';
import { IndexTerms, SearchModule } from '@app/search';
import { WalletModule } from '@app/wallet';
import { BanksModule } from './banks/banks.module';
import { FundFloatHandler } from './floats/commands/fund-float';
import { RecordComparisonHandler } from './floats/commands/record-comparison';
import { FloatsQueries } from './floats/floats.queries';
import { CompareFloats } from './floats/jobs/compare-floats';
import { AlertOfLatePayoutHandler } from './withdrawals/commands/alert-of-late-payout';
import { AlertOfPausedProviderHandler } from './withdrawals/commands/alert-of-paused-provider';
import { ClaimWithdrawalHandler } from './withdrawals/commands/claim-withdrawal';
import { InitiateWithdrawalHandler } from './withdrawals/commands/initiate-withdrawal';
import { RecheckWithdrawalHandler } from './withdrawals/commands/recheck-withdrawal';
import { RecordReportHandler } from './withdrawals/commands/record-report';
import { RecordSendingHandler } from './withdrawals/commands/record-sending';
import { ReportPayoutHandler } from './withdrawals/commands/report-payout';
import { RevealDestinationHandler } from './withdrawals/commands/reveal-destination';
import { SettleWithdrawalHandler } from './withdrawals/commands/settle-withdrawal';
import { AskAboutWithdrawal } from './withdrawals/flows/ask-about-withdrawal';
import { DispatchWithdrawal } from './withdrawals/flows/dispatch-withdrawal';
import { AlertOfLatePayouts } from './withdrawals/jobs/alert-of-late-payouts';
import { SendPayouts } from './withdrawals/jobs/send-payouts';
import { OwnWithdrawalsService } from './withdrawals/own-withdrawals.service';
import { PayoutEvents } from './withdrawals/payout-events.handler';
import { PayoutLanesStore } from './withdrawals/payout-lanes.store';
import { PayoutSendingsService } from './withdrawals/payout-sendings.service';
import { WithdrawalBusinessQueries } from './withdrawals/withdrawal-business.queries';
import { WithdrawalDestinationsService } from './withdrawals/withdrawal-destinations.service';
import { WithdrawalListsService } from './withdrawals/withdrawal-lists.service';
import { WithdrawalRoutesService } from './withdrawals/withdrawal-routes.service';
import { WithdrawalStatusReaderService } from './withdrawals/withdrawal-status-reader.service';
import { Withdrawal } from './withdrawals/withdrawal.aggregate';
import { WithdrawalRepository } from './withdrawals/withdrawal.repository';

/** Withdrawals, the accounts they go to, and the providers that pay them. The app binds the providers globally. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Withdrawal]),
    BanksModule,
    ChargesModule,
    FxModule,
    SearchModule,
    WalletModule,
  ],
  providers: [
    InitiateWithdrawalHandler,
    ClaimWithdrawalHandler,
    RecordSendingHandler,
    RecordReportHandler,
    ReportPayoutHandler,
    SettleWithdrawalHandler,
    RecheckWithdrawalHandler,
    RevealDestinationHandler,
    AlertOfLatePayoutHandler,
    AlertOfPausedProviderHandler,
    DispatchWithdrawal,
    AskAboutWithdrawal,
    SendPayouts,
    AlertOfLatePayouts,
    WithdrawalRepository,
    WithdrawalListsService,
    OwnWithdrawalsService,
    WithdrawalRoutesService,
    WithdrawalDestinationsService,
    PayoutLanesStore,
    PayoutSendingsService,
    WithdrawalStatusReaderService,
    WithdrawalBusinessQueries,
    FundFloatHandler,
    RecordComparisonHandler,
    FloatsQueries,
    CompareFloats,
    PayoutEvents,
  ],
  exports: [
    BanksModule,
    OwnWithdrawalsService,
    WithdrawalListsService,
    FloatsQueries,
    AskAboutWithdrawal,
    SendPayouts,
  ],
})
export class PayoutsModule {
  constructor(index: IndexTerms, withdrawals: OwnWithdrawalsService) {
    index.register(withdrawals);
  }
}
