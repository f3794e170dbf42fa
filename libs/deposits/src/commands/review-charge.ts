import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { GatewayTransaction } from '../charge-outcome.policy';
import { Deposits } from '../deposit.repository';
import { DepositSettlement } from '../deposit-settlement.service';

/** Takes a charge that was due to be asked after as far as the answer goes, and says when to ask again. */
export class ReviewCharge extends Command<void> {
  constructor(
    readonly depositId: string,
    readonly reference: string,
    readonly answer: GatewayTransaction | 'absent' | 'silence',
  ) {
    super();
  }
}

@CommandHandler(ReviewCharge)
export class ReviewChargeHandler implements ICommandHandler<ReviewCharge> {
  constructor(
    private readonly deposits: Deposits,
    private readonly settlement: DepositSettlement,
    private readonly clock: Clock,
  ) {}

  async execute({ depositId, reference, answer }: ReviewCharge): Promise<void> {
    const deposit = await this.deposits.byId(depositId);
    if (!deposit.isOpen || deposit.reference !== reference) return;
    if (typeof answer === 'object') await this.settlement.settle(deposit, answer);
    deposit.waitOn(typeof answer === 'object' ? 'pending' : answer, this.clock.now());
    this.deposits.save(deposit);
  }
}
