import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { WalletModule } from '@app/wallet';
import { BeginChargeHandler } from './commands/begin-charge';
import { BeginValidationHandler } from './commands/begin-validation';
import { InitiateDepositHandler } from './commands/initiate-deposit';
import { RecordChargeHandler } from './commands/record-charge';
import { ReportDepositHandler } from './commands/report-deposit';
import { Deposit } from './deposit.aggregate';
import { DepositEvents } from './deposit-events.handler';
import { DepositCredits } from './deposit-credits.service';
import { Depositors } from './depositors.queries';
import { Deposits } from './deposit.repository';
import { ChargeCard } from './flows/charge-card';
import { SettleDeposit } from './flows/settle-deposit';
import { ValidateCharge } from './flows/validate-charge';
import { VerifyDeposit } from './flows/verify-deposit';

import { HostedDepositConfirmation } from './hosted-deposit-confirmation.service';

const commands = [
  InitiateDepositHandler,
  BeginChargeHandler,
  BeginValidationHandler,
  RecordChargeHandler,
  ReportDepositHandler,
];
const flows = [ChargeCard, ValidateCharge, VerifyDeposit, SettleDeposit];

/** Deposits by card. The app provides `PaymentGateways` and `HostedDeposits` from global modules. */
@Module({
  imports: [TypeOrmModule.forFeature([Deposit]), ChargesModule, WalletModule],
  providers: [
    Deposits,
    Depositors,
    DepositCredits,
    HostedDepositConfirmation,
    DepositEvents,
    ...commands,
    ...flows,
  ],
  exports: [HostedDepositConfirmation, ...flows],
})
export class DepositsModule {
  constructor(job: ResolveUnknownCharges, deposits: SettleDeposit) {
    job.register(deposits);
  }
}
