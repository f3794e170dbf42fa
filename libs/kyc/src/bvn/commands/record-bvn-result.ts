import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { BvnRecord, BvnResult } from '../bvn';
import { compareBvnRecord, fullNameOf } from '../bvn-comparison.policy';
import { BvnSecretsService } from '../bvn-secrets.service';
import type { BvnVerification } from '../bvn-verification.aggregate';
import { BvnVerificationRepository } from '../bvn-verification.repository';
import { VerifiedBvnsService } from '../verified-bvns.service';

/**
 * Records what the company answers about a verification, however often it is said; `silent` where it does not answer.
 * `isDeferred`: the person does not wait for it.
 */
export class RecordBvnResult extends Command<BvnVerification> {
  constructor(
    readonly id: string,
    readonly result: BvnResult | { kind: 'silent' },
    readonly isDeferred: boolean,
  ) {
    super();
  }
}

@CommandHandler(RecordBvnResult)
export class RecordBvnResultHandler implements ICommandHandler<RecordBvnResult> {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly secrets: BvnSecretsService,
    private readonly verified: VerifiedBvnsService,
    private readonly clock: Clock,
  ) {}

  async execute({ id, result, isDeferred }: RecordBvnResult): Promise<BvnVerification> {
    const verification = await this.verifications.byId(id);
    if (verification.status !== 'pending') return verification;
    const now = this.clock.now();
    if (result.kind === 'found') await this.compare(verification, result.record, isDeferred);
    else if (result.kind === 'declined') verification.refuse('declined', isDeferred, now);
    else verification.askLater(result.kind === 'silent', now);
    this.verifications.save(verification);
    return verification;
  }

  private async compare(
    verification: BvnVerification,
    record: BvnRecord,
    isDeferred: boolean,
  ): Promise<void> {
    const now = this.clock.now();
    // The record of another number would prove nothing.
    if (record.bvn && !verification.isOfNumber(this.secrets.hmacOf(record.bvn)))
      return verification.refuse('unknown', isDeferred, now);
    const names = await this.verifications.namesOf(verification.userId);
    const { dateOfBirth } = this.secrets.detailsOf(verification);
    const verdict = compareBvnRecord({ ...names, dateOfBirth }, record);
    if (verdict.kind === 'mismatch') return verification.refuse(verdict.why, isDeferred, now);
    const theirs = fullNameOf(record);
    if (verdict.kind === 'match')
      return this.verified.verify(verification, { names, registered: [theirs] }, isDeferred);
    verification.doubt(verdict.why);
    const ours = `${names.firstName} ${names.lastName}`;
    this.secrets.keep(verification, { consentUrl: null, review: { ours, theirs } });
  }
}
