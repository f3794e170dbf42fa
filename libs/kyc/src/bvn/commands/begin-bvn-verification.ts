import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { Clock } from '@app/kernel';
import {
  bvnInProgress,
  bvnUnderReview,
  bvnVerifiedAlready,
  impossibleBirthDate,
  nameDiffers,
} from '../bvn.errors';
import { BvnLimitsService } from '../bvn-limits.service';
import { BvnSecretsService } from '../bvn-secrets.service';
import { BvnVerification } from '../bvn-verification.aggregate';
import { type AccountNames, BvnVerificationRepository } from '../bvn-verification.repository';
import { compareNames } from '../name-comparison.policy';

export interface BvnClaimRequest {
  userId: string;
  bvnHmac: Buffer;
  firstName?: string;
  lastName?: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
}

/** What the caller has to do: call the company, ask it for a result, or report the verification. */
export interface BegunBvn {
  task: 'start' | 'ask' | 'report';
  verification: BvnVerification;
  names: AccountNames;
}

/** Records that a number is about to be looked up, before the company is called. The same number is not started twice. */
export class BeginBvnVerification extends Command<BegunBvn> {
  constructor(readonly request: BvnClaimRequest) {
    super();
  }
}

@CommandHandler(BeginBvnVerification)
export class BeginBvnVerificationHandler implements ICommandHandler<BeginBvnVerification> {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly secrets: BvnSecretsService,
    private readonly limits: BvnLimitsService,
    private readonly emails: ProvedEmailsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws KYC_REQUIRED without a proved e-mail address, VALIDATION_ERROR for an impossible birth date and for names that
   * are not those of the account, INVALID_STATE beside another number, and LIMIT_REACHED.
   */
  async execute({ request }: BeginBvnVerification): Promise<BegunBvn> {
    const { userId, bvnHmac, dateOfBirth } = request;
    await this.emails.assertProved(userId, 'verify your BVN');
    const names = await this.verifications.namesOf(userId);
    assertSameNames(request, names);
    if (dateOfBirth !== null && !isBirthDate(dateOfBirth, this.clock.now())) throw impossibleBirthDate();
    const verified = await this.verifications.verifiedOf(userId);
    const known = await this.knownFor(request, verified);
    if (known) return { ...known, names };

    await this.limits.require(userId);
    const verification = BvnVerification.begin(userId, bvnHmac, this.clock.now());
    this.secrets.keep(verification, { dateOfBirth });
    this.verifications.begin(verification, verified);
    return { task: 'start', verification, names };
  }

  /** The verification that answers the request, if there is one. Ends a pending one of another number. */
  private async knownFor(
    { userId, bvnHmac }: BvnClaimRequest,
    verified: BvnVerification | null,
  ): Promise<Omit<BegunBvn, 'names'> | null> {
    const now = this.clock.now();
    if (verified) {
      if (!verified.isOfNumber(bvnHmac)) throw bvnVerifiedAlready();
      // After a change of the name it is looked up again.
      if (await this.verifications.isInForce(userId)) return { task: 'report', verification: verified };
    }
    const open = await this.verifications.openOf(userId);
    if (!open) return null;
    const isSame = open.isOfNumber(bvnHmac);
    if (open.isLost(now)) open.fail(now);
    else if (isSame) return { task: open.isWorthAsking(now) ? 'ask' : 'report', verification: open };
    else if (open.status === 'starting') throw bvnInProgress();
    else if (open.status === 'review') throw bvnUnderReview();
    else open.refuse('replaced', false, now);
    this.verifications.save(open);
    return null;
  }
}

/** A mistake in it would otherwise be a mismatch, which counts as a try. */
function isBirthDate(day: string, now: Date): boolean {
  return day >= '1900-01-01' && day < now.toISOString().slice(0, 10);
}

/** Names are sent for the form of other services. Those of the account count, so that others cannot be claimed. */
function assertSameNames({ firstName, lastName }: BvnClaimRequest, names: AccountNames): void {
  const own = `${names.firstName} ${names.lastName}`;
  for (const [field, name] of [
    ['first_name', firstName],
    ['last_name', lastName],
  ] as const) {
    if (name === undefined) continue;
    const isOwn = compareNames(name, own) === 'match' || compareNames(names[KEYS[field]], name) === 'match';
    if (!isOwn) throw nameDiffers(field);
  }
}

const KEYS = { first_name: 'firstName', last_name: 'lastName' } as const;
