import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { ChargeOutcome, GatewayTransaction } from '../charge-outcome.policy';
import type { Deposit } from '../deposit.aggregate';
import { Deposits } from '../deposit.repository';
import { DepositSettlement } from '../deposit-settlement.service';

/** Writes down what came of a request to the gateway. A success is none before `transaction` says so. */
export class RecordChargeOutcome extends Command<Deposit> {
  constructor(
    readonly depositId: string,
    /** The charge the outcome is of; that of an earlier charge leaves the current one alone. */
    readonly reference: string,
    readonly step: 'charge' | 'code',
    readonly outcome: ChargeOutcome,
    /** What the gateway said when it was asked afterwards; null where it was not, or did not know. */
    readonly transaction: GatewayTransaction | null,
  ) {
    super();
  }
}

@CommandHandler(RecordChargeOutcome)
export class RecordChargeOutcomeHandler implements ICommandHandler<RecordChargeOutcome> {
  constructor(
    private readonly deposits: Deposits,
    private readonly settlement: DepositSettlement,
    private readonly clock: Clock,
  ) {}

  async execute({ depositId, reference, step, outcome, transaction }: RecordChargeOutcome): Promise<Deposit> {
    const deposit = await this.deposits.byId(depositId);
    if (transaction) await this.settlement.settle(deposit, transaction);
    if (deposit.reference === reference) this.hear(deposit, step, outcome);
    this.deposits.save(deposit);
    return deposit;
  }

  private hear(deposit: Deposit, step: 'charge' | 'code', outcome: ChargeOutcome): void {
    const now = this.clock.now();
    if ('gwRef' in outcome) deposit.isKnownAs(outcome.gwRef);
    switch (outcome.kind) {
      case 'pending':
        return deposit.await(outcome.authMode, now);
      case 'failed':
        return deposit.fail(outcome.declineReason ?? 'Declined', now);
      case 'rejected':
        return step === 'code' ? deposit.refuseCode(now) : deposit.refuse(outcome.reason, now);
      case 'successful':
      case 'unknown':
        // The charge stays in processing until the gateway, asked for the transaction, says how it ended.
        return;
    }
  }
}
