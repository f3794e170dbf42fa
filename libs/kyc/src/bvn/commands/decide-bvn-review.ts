import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { bvnDecided, bvnNamesChanged } from '../bvn.errors';
import { BvnSecretsService } from '../bvn-secrets.service';
import type { BvnVerification } from '../bvn-verification.aggregate';
import { BvnVerificationRepository } from '../bvn-verification.repository';
import { type ComparedNames, VerifiedBvnsService } from '../verified-bvns.service';

/** Staff decide whether the names of a verification are those of one person. */
export class DecideBvnReview extends Command<BvnVerification> {
  constructor(
    readonly caller: UserCaller,
    readonly id: string,
    readonly decision: 'approve' | 'reject',
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideBvnReview)
export class DecideBvnReviewHandler implements ICommandHandler<DecideBvnReview> {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly directory: UserDirectoryQueries,
    private readonly verified: VerifiedBvnsService,
    private readonly secrets: BvnSecretsService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, FORBIDDEN for one's own, and INVALID_STATE where it is decided or the names changed. */
  async execute({ caller, id, decision, reason }: DecideBvnReview): Promise<BvnVerification> {
    const verification = await this.verifications.byId(id);
    const { userId } = verification;
    await this.directory.assertOfAnotherPerson(caller, userId, 'decide a BVN review');
    if (verification.status !== 'review') throw bvnDecided();
    const before = { status: verification.status, why: verification.outcome };
    if (decision === 'approve')
      await this.verified.verify(verification, await this.reviewedNames(verification), true);
    else verification.refuse('staff', true, this.clock.now());
    verification.decidedBy = caller.userId;
    this.verifications.save(verification);
    const { status, outcome } = verification;
    this.unit.audit({ subject: id, before, after: { user_id: userId, status, outcome }, reason });
    return verification;
  }

  /** The account may have changed its names since they were compared. */
  private async reviewedNames(verification: BvnVerification): Promise<ComparedNames> {
    const names = await this.verifications.namesOf(verification.userId);
    const { review } = this.secrets.detailsOf(verification);
    if (review?.ours !== `${names.firstName} ${names.lastName}`) throw bvnNamesChanged();
    return { names, registered: [review.theirs, review.ours] };
  }
}
