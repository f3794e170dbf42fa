import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { SendingOutcome } from '../provider-answer.policy';
import { WithdrawalRepository } from '../withdrawal.repository';

/** Records the outcome of one sending. */
export class RecordSending extends Command<void> {
  constructor(
    readonly id: string,
    readonly attempt: number,
    readonly outcome: SendingOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordSending)
export class RecordSendingHandler implements ICommandHandler<RecordSending> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ id, attempt, outcome }: RecordSending): Promise<void> {
    const withdrawal = await this.withdrawals.byId(id);
    this.withdrawals.saveWithCount(withdrawal, () =>
      withdrawal.recordSending(attempt, outcome, this.clock.now()),
    );
  }
}
