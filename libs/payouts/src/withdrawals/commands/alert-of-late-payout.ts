import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { WithdrawalRepository } from '../withdrawal.repository';

/** Alerts staff, once, of a withdrawal without an end after 24 hours. False where it has ended or they were alerted. */
export class AlertOfLatePayout extends Command<boolean> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(AlertOfLatePayout)
export class AlertOfLatePayoutHandler implements ICommandHandler<AlertOfLatePayout> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: AlertOfLatePayout): Promise<boolean> {
    const withdrawal = await this.withdrawals.byId(id);
    if (!withdrawal.alert(this.clock.now())) return false;
    this.withdrawals.save(withdrawal);
    return true;
  }
}
