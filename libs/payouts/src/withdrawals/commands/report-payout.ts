import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { WithdrawalRepository } from '../withdrawal.repository';

/**
 * Makes a withdrawal due, because a provider reported an event about it or finance wants to know. False: there is nothing
 * to ask, or no such withdrawal.
 */
export class ReportPayout extends Command<boolean> {
  constructor(
    readonly id: string,
    readonly by: 'provider' | 'finance',
  ) {
    super();
  }
}

@CommandHandler(ReportPayout)
export class ReportPayoutHandler implements ICommandHandler<ReportPayout> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ id, by }: ReportPayout): Promise<boolean> {
    const withdrawal = await this.withdrawals.findOneBy({ id });
    if (!withdrawal?.reported(this.clock.now(), by)) return false;
    this.withdrawals.save(withdrawal);
    return true;
  }
}
