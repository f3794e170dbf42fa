import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { CardLimitsService, type ChargeOutcome, type ReceivedPayment, WaitingCardsStore } from '@app/charges';
import { SetAsidePaymentsService } from '@app/checkout';
import { Config } from '@app/config';
import { Clock } from '@app/kernel';
import type { Deposit } from '../deposit.aggregate';
import { DepositRepository } from '../deposit.repository';
import { DepositCreditsService } from '../deposit-credits.service';

/** Writes down what is known of one of a deposit's charges, however often it is said. */
export class RecordCharge extends Command<Deposit> {
  constructor(
    readonly depositId: string,
    /** The charge the outcome is of: that of an earlier one matters only where it is money. */
    readonly reference: string,
    readonly outcome: ChargeOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordCharge)
export class RecordChargeHandler implements ICommandHandler<RecordCharge> {
  private readonly gateway: string;

  constructor(
    private readonly deposits: DepositRepository,
    private readonly credits: DepositCreditsService,
    private readonly directory: UserDirectoryQueries,
    private readonly aside: SetAsidePaymentsService,
    private readonly limits: CardLimitsService,
    private readonly waiting: WaitingCardsStore,
    private readonly clock: Clock,
    { env }: Config,
  ) {
    this.gateway = env.GATEWAY;
  }

  async execute({ depositId, reference, outcome }: RecordCharge): Promise<Deposit> {
    const deposit = await this.deposits.byId(depositId);
    if (!deposit.hasCharged(reference)) throw new Error('the charge is not one of this deposit');
    const wasCalling = deposit.status === 'processing';
    const waitsForPin = [deposit, outcome].some((step) => 'authMode' in step && step.authMode === 'pin');
    if (await this.applyOutcome(deposit, reference, outcome)) {
      this.deposits.save(deposit);
      const hasFailed = deposit.status === 'failed';
      const { ownerId } = deposit;
      if (hasFailed || (wasCalling && deposit.status !== 'processing'))
        await this.limits.conclude(reference, hasFailed, { kind: 'deposit', ownerId }, ownerId);
    }
    if (waitsForPin && !deposit.isOpen) this.waiting.erase(reference);
    return deposit;
  }

  private async applyOutcome(deposit: Deposit, reference: string, outcome: ChargeOutcome): Promise<boolean> {
    if (outcome.kind !== 'paid') {
      return deposit.reference === reference && deposit.applyOutcome(outcome, this.clock.now());
    }
    const { gatewayTransactionId: transactionId, gwRef, amount } = outcome.payment;
    if (deposit.creditedTransactions.includes(transactionId)) return false;
    const payment = { reference, gateway: this.gateway, transactionId, gwRef, amount };
    if ((await this.directory.standingOf(deposit.ownerId))!.closed) {
      if (await this.aside.isRecorded(this.gateway, transactionId)) return false;
      this.turnAway(deposit, reference, outcome.payment);
    } else (await this.credits.prepare(deposit, payment)).apply();
    return true;
  }

  /** What arrived for an account that is closed goes back by itself. */
  private turnAway(deposit: Deposit, reference: string, payment: ReceivedPayment): void {
    const { ownerId, amount } = deposit;
    const { gateway } = this;
    const now = this.clock.now();
    deposit.turnAway({ reference }, now);
    this.aside.take(
      { origin: 'deposit', ownerId, appId: null, mode: 'live', amount, customerEmail: null },
      {
        // Each transaction of the deposit is set aside by itself.
        reference: `${reference}/${payment.gatewayTransactionId}`,
        gateway,
        charged: amount,
        payment,
        reason: 'payee-closed',
      },
      now,
    );
  }
}
