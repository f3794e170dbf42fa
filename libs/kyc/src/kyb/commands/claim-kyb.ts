import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { kybDecided } from '../kyb.errors';
import type { KybSubmission } from '../kyb-submission.aggregate';
import { KybSubmissionRepository } from '../kyb-submission.repository';

/** Shows others that a member of staff reviews a submission. A claim of another is kept, and forbids no decision. */
export class ClaimKyb extends Command<KybSubmission> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(ClaimKyb)
export class ClaimKybHandler implements ICommandHandler<ClaimKyb> {
  constructor(
    private readonly submissions: KybSubmissionRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, userId }: ClaimKyb): Promise<KybSubmission> {
    assertNotOwn(caller, userId, 'review a business');
    const submission = await this.submissions.pendingOf(userId);
    if (!submission) throw kybDecided();
    const now = this.clock.now();
    const { claimedBy } = submission;
    if (!submission.isClaimedByOther(caller.userId, now)) {
      submission.claim(caller.userId, now);
      this.submissions.save(submission);
    }
    this.unit.audit({
      subject: userId,
      before: { claimed_by: claimedBy },
      after: { submission_id: submission.id, claimed_by: submission.claimedBy },
    });
    return submission;
  }
}
