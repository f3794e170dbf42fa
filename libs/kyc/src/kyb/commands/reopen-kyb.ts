import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { UnitOfWork } from '@app/write-path';
import { kybNotFinal } from '../kyb.errors';
import { KybReopened } from '../kyb.events';
import { KybSubmissionRepository } from '../kyb-submission.repository';

/** Staff let a business submit again after a final rejection. */
export class ReopenKyb extends Command<void> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReopenKyb)
export class ReopenKybHandler implements ICommandHandler<ReopenKyb> {
  constructor(
    private readonly submissions: KybSubmissionRepository,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
  ) {}

  /** Throws FORBIDDEN for one's own business, INVALID_STATE without a final rejection. */
  async execute({ caller, userId, reason }: ReopenKyb): Promise<void> {
    assertNotOwn(caller, userId, 'reopen a verification');
    const submission = await this.submissions.finalOf(userId);
    if (!submission) throw kybNotFinal();
    submission.reopen();
    this.submissions.save(submission);
    this.eventBus.publish(new KybReopened(userId, userId, 'live', { userId }));
    this.unit.audit({
      subject: userId,
      before: { submission_id: submission.id, final: true },
      after: { final: false },
      reason,
    });
  }
}
