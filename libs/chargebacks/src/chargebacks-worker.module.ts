import { Module } from '@nestjs/common';
import { ReadChargebacks } from './chargebacks/flows/read-chargebacks';
import { SendAnswer } from './chargebacks/flows/send-answer';
import { CollectOwedBalances } from './chargebacks/jobs/collect-owed-balances';
import { PollChargebacks } from './chargebacks/jobs/poll-chargebacks';
import { RemindOfChargebacks } from './chargebacks/jobs/remind-of-chargebacks';
import { SendAnswers } from './chargebacks/jobs/send-answers';
import { ChargebacksModule } from './chargebacks.module';

/** Chargebacks for the process that asks the company about them. The app binds `ChargebackSource` globally. */
@Module({
  imports: [ChargebacksModule],
  providers: [
    ReadChargebacks,
    SendAnswer,
    PollChargebacks,
    SendAnswers,
    CollectOwedBalances,
    RemindOfChargebacks,
  ],
})
export class ChargebacksWorkerModule {}
