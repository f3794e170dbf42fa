import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule, ResolveUnknownCharges } from '@app/charges';
import { CheckoutModule, PaidForRegistry } from '@app/checkout';
import { WalletModule } from '@app/wallet';
import { BeginChargeHandler } from './deposits/commands/begin-charge';
import { BeginValidationHandler } from './deposits/commands/begin-validation';
import { InitiateDepositHandler } from './deposits/commands/initiate-deposit';
import { RecordChargeHandler } from './deposits/commands/record-charge';
import { ReportDepositHandler } from './deposits/commands/report-deposit';
import { Deposit } from './deposits/deposit.aggregate';
import { DepositBusinessQueries } from './deposits/deposit-business.queries';
import { DepositEvents } from './deposits/deposit-events.handler';
import { DepositCreditsService } from './deposits/deposit-credits.service';
import { DepositorsQueries } from './deposits/depositors.queries';
import { DepositRepository } from './deposits/deposit.repository';
import { ChargeCard } from './deposits/flows/charge-card';
import { SettleDeposit } from './deposits/flows/settle-deposit';
import { ValidateCharge } from './deposits/flows/validate-charge';
import { VerifyDeposit } from './deposits/flows/verify-deposit';

import { DepositSessionsService } from './deposits/deposit-sessions.service';

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
    DepositRepository,
    DepositorsQueries,
    DepositBusinessQueries,
    DepositCreditsService,
    DepositSessionsService,
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
    sessions: DepositSessionsService,
  ) {
    job.register(charges);
    paidFor.register('deposit', sessions);
  }
}
