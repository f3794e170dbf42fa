import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { addSeconds, Clock } from '@app/kernel';
import { CountLimits } from '@app/write-path';
import { kybApprovedAlready, kybRejectedForGood, tooManySubmissions } from '../kyb.errors';
import { KybSubmitted } from '../kyb.events';
import { KybAccountsService } from '../kyb-accounts.service';
import { type KybDetails, KybSecretsService } from '../kyb-secrets.service';
import { KybSubmission } from '../kyb-submission.aggregate';
import { KybSubmissionRepository } from '../kyb-submission.repository';

const PER_DAY = 10;
const DAY_SECONDS = 24 * 3600;

/** Submits a business for verification. It replaces a pending submission, unless the content is the same. */
export class SubmitKyb extends Command<{ kyb_status: 'pending' }> {
  constructor(
    readonly userId: string,
    readonly countryCode: string,
    readonly details: KybDetails,
  ) {
    super();
  }
}

@CommandHandler(SubmitKyb)
export class SubmitKybHandler implements ICommandHandler<SubmitKyb> {
  constructor(
    private readonly submissions: KybSubmissionRepository,
    private readonly accounts: KybAccountsService,
    private readonly secrets: KybSecretsService,
    private readonly emails: ProvedEmailsService,
    private readonly limits: CountLimits,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Throws KYC_REQUIRED without a proved e-mail address, INVALID_STATE, LIMIT_REACHED and VALIDATION_ERROR. */
  async execute({ userId, countryCode, details }: SubmitKyb): Promise<{ kyb_status: 'pending' }> {
    await this.emails.assertProved(userId, 'submit your business');
    const user = await this.accounts.byId(userId);
    if (user.kybStatus === 'approved') throw kybApprovedAlready();
    if (await this.submissions.finalOf(userId)) throw kybRejectedForGood();
    const contentHmac = this.secrets.contentHmacOf(userId, countryCode, details);
    const registrationHmac = this.secrets.registrationHmacOf(countryCode, details.registrationNumber);
    const now = this.clock.now();
    const pending = await this.submissions.pendingOf(userId);
    if (pending?.contentHmac.equals(contentHmac)) return { kyb_status: 'pending' };
    await this.requireRoom(userId, now);
    if (pending) {
      pending.withdraw(now);
      this.submissions.save(pending);
    }
    const submission = KybSubmission.submit({ userId, countryCode, contentHmac, registrationHmac }, now);
    this.secrets.seal(submission, details);
    this.submissions.add(submission);
    this.accounts.setStatus(user, 'pending');
    this.eventBus.publish(new KybSubmitted(userId, userId, 'live', { userId, submissionId: submission.id }));
    return { kyb_status: 'pending' };
  }

  private async requireRoom(userId: string, now: Date): Promise<void> {
    await this.limits.require<{ today: number }>({
      lock: `KYB submissions of ${userId}`,
      sql: 'SELECT count(*)::int AS today FROM kyb_submissions WHERE user_id = $1 AND submitted_at > $2',
      parameters: [userId, addSeconds(now, -DAY_SECONDS)],
      limits: { today: { max: PER_DAY, refusal: () => tooManySubmissions(PER_DAY) } },
    });
  }
}
