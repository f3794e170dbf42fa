import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChargesModule } from '@app/charges';
import { WalletModule } from '@app/wallet';
import { BeginChargeHandler } from './commands/begin-charge';
import { BeginValidationHandler } from './commands/begin-validation';
import { InitiateDepositHandler } from './commands/initiate-deposit';
import { RecordChargeOutcomeHandler } from './commands/record-charge-outcome';
import { ReviewChargeHandler } from './commands/review-charge';
import { SettleDepositHandler } from './commands/settle-deposit';
import { Deposit } from './deposit.aggregate';
import { DepositEvents } from './deposit-events.handler';
import { DepositSettlement } from './deposit-settlement.service';
import { Depositors } from './depositors.queries';
import { Deposits } from './deposit.repository';
import { ChargeCard } from './flows/charge-card';
import { ChargeStep } from './flows/charge-step';
import { ValidateCharge } from './flows/validate-charge';
import { VerifyDeposit } from './flows/verify-deposit';

import { GatewayInquiry } from './gateway-inquiry.service';
import { HostedDepositConfirmation } from './hosted-deposit-confirmation.service';
import { ResolveUnknownDeposits } from './jobs/resolve-unknown-deposits';

const commands = [
  InitiateDepositHandler,
  BeginChargeHandler,
  BeginValidationHandler,
  RecordChargeOutcomeHandler,
  SettleDepositHandler,
  ReviewChargeHandler,
];
const flows = [ChargeStep, ChargeCard, ValidateCharge, VerifyDeposit];

/** Deposits by card. The app provides `PaymentGateway` and `HostedDeposits` from global modules. */
@Module({
  imports: [TypeOrmModule.forFeature([Deposit]), ChargesModule, WalletModule],
  providers: [
    ...[Deposits, Depositors, DepositSettlement, GatewayInquiry, ...commands, ...flows],
    ...[DepositEvents, HostedDepositConfirmation, ResolveUnknownDeposits],
  ],
  exports: [HostedDepositConfirmation, ResolveUnknownDeposits, ...flows],
})
export class DepositsModule {}
