import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { CheckoutModule, PaidForRegistry } from '@app/checkout';
import { WalletModule } from '@app/wallet';
import { BeginChargeHandler } from './commands/begin-charge';
import { BeginValidationHandler } from './commands/begin-validation';
import { InitiateDepositHandler } from './commands/initiate-deposit';
import { RecordChargeHandler } from './commands/record-charge';
import { ReportDepositHandler } from './commands/report-deposit';
import { Deposit } from './deposit.aggregate';
import { DepositBusiness } from './deposit-business.queries';
import { DepositEvents } from './deposit-events.handler';
import { DepositCredits } from './deposit-credits.service';
import { Depositors } from './depositors.queries';
import { Deposits } from './deposit.repository';
import { ChargeCard } from './flows/charge-card';
import { SettleDeposit } from './flows/settle-deposit';
import { ValidateCharge } from './flows/validate-charge';
import { VerifyDeposit } from './flows/verify-deposit';

import { DepositSessions } from './deposit-sessions.service';

const commands = [
  InitiateDepositHandler,
  BeginChargeHandler,
  BeginValidationHandler,
  RecordChargeHandler,
  ReportDepositHandler,
];
const flows = [ChargeCard, ValidateCharge, VerifyDeposit, SettleDeposit];

/** Deposits, by card directly or on a hosted page. */
@Module({
  imports: [TypeOrmModule.forFeature([Deposit]), ChargesModule, CheckoutModule, WalletModule],
  providers: [
    Deposits,
    Depositors,
    DepositBusiness,
    DepositCredits,
    DepositSessions,
    DepositEvents,
    ...commands,
    ...flows,
  ],
  exports: flows,
})
export class DepositsModule {
  constructor(
    job: ResolveUnknownCharges,
    charges: SettleDeposit,
    paidFor: PaidForRegistry,
    sessions: DepositSessions,
  ) {
    job.register(charges);
    paidFor.register('deposit', sessions);
  }
}
