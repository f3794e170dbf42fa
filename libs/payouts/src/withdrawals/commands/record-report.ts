import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { Clock } from '@app/kernel';
import type { InquiryOutcome } from '../provider-answer.policy';
import { WithdrawalRepository } from '../withdrawal.repository';

/** Records what a provider says about a withdrawal. */
export class RecordReport extends Command<void> {
  constructor(
    readonly id: string,
    readonly outcome: InquiryOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordReport)
export class RecordReportHandler implements ICommandHandler<RecordReport> {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ id, outcome }: RecordReport): Promise<void> {
    const withdrawal = await this.withdrawals.byId(id);
    const owner = withdrawal.isEnded ? await this.directory.standingOf(withdrawal.ownerId) : null;
    this.withdrawals.saveWithCount(withdrawal, () =>
      withdrawal.recordReport(outcome, this.clock.now(), owner?.closed),
    );
  }
}
