import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { KybApproved, KybRejected } from '../kyb.events';
import { KybAccountsService } from '../kyb-accounts.service';
import type { KybRejection, KybSubmission } from '../kyb-submission.aggregate';
import { KybSubmissionRepository } from '../kyb-submission.repository';

/** Staff approve (`rejection` is null) or reject the submission that they have read. */
export class DecideKyb extends Command<KybSubmission> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly submissionId: string,
    readonly rejection: KybRejection | null,
  ) {
    super();
  }
}

@CommandHandler(DecideKyb)
export class DecideKybHandler implements ICommandHandler<DecideKyb> {
  constructor(
    private readonly submissions: KybSubmissionRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly accounts: KybAccountsService,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own business, INVALID_STATE where it was decided or replaced meanwhile. */
  async execute({ caller, userId, submissionId, rejection }: DecideKyb): Promise<KybSubmission> {
    await this.directory.assertOfAnotherPerson(caller, userId, 'review a business');
    const submission = await this.submissions.underReview(userId, submissionId);
    const user = await this.accounts.byId(userId);
    const before = { kyb_status: user.kybStatus };
    const now = this.clock.now();
    if (rejection) submission.reject(caller.userId, rejection, now);
    else submission.approve(caller.userId, now);
    this.submissions.save(submission);
    this.accounts.setStatus(user, rejection ? 'rejected' : 'approved');
    this.eventBus.publish(eventOf(userId, submissionId, rejection));
    this.unit.audit({
      subject: userId,
      before,
      after: {
        kyb_status: user.kybStatus,
        submission_id: submissionId,
        ...(rejection && { final: rejection.isFinal, staff_note: rejection.staffNote }),
      },
      ...(rejection && { reason: rejection.reason }),
    });
    return submission;
  }
}

function eventOf(userId: string, submissionId: string, rejection: KybRejection | null) {
  if (!rejection) return new KybApproved(userId, userId, 'live', { userId, submissionId });
  const { reason, isFinal } = rejection;
  return new KybRejected(userId, userId, 'live', { userId, submissionId, reason, isFinal });
}
