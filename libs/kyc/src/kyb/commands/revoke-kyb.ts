import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import type { ReviewStatus } from '@app/accounts';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { kybNotApproved } from '../kyb.errors';
import { KybRevoked } from '../kyb.events';
import { KybAccountsService } from '../kyb-accounts.service';
import { KybSubmissionRepository } from '../kyb-submission.repository';

/** Staff take the approval of a business back. Its live keys only read from then on; it may submit again. */
export class RevokeKyb extends Command<{ userId: string; kybStatus: ReviewStatus }> {
  constructor(
    readonly caller: UserCaller,
    readonly userId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeKyb)
export class RevokeKybHandler implements ICommandHandler<RevokeKyb> {
  constructor(
    private readonly submissions: KybSubmissionRepository,
    private readonly accounts: KybAccountsService,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own business, INVALID_STATE where it is not approved. */
  async execute({ caller, userId, reason }: RevokeKyb): Promise<{ userId: string; kybStatus: ReviewStatus }> {
    assertNotOwn(caller, userId, 'revoke a verification');
    const user = await this.accounts.byId(userId);
    if (user.kybStatus !== 'approved') throw kybNotApproved();
    // Accounts of demonstrations are approved without a submission.
    const submission = await this.submissions.approvedOf(userId);
    if (submission) {
      submission.revoke(caller.userId, reason, this.clock.now());
      this.submissions.save(submission);
    }
    this.accounts.setStatus(user, 'rejected');
    this.eventBus.publish(new KybRevoked(userId, userId, 'live', { userId, reason }));
    this.unit.audit({
      subject: userId,
      before: { kyb_status: 'approved' },
      after: { kyb_status: 'rejected', submission_id: submission?.id ?? null },
      reason,
    });
    return { userId, kybStatus: user.kybStatus };
  }
}
