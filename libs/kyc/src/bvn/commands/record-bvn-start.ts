import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { BvnStart } from '../bvn';
import { BvnSecretsService } from '../bvn-secrets.service';
import type { BvnVerification } from '../bvn-verification.aggregate';
import { BvnVerificationRepository } from '../bvn-verification.repository';

/** Records the answer of the company to the order of a verification; `away` where there was none. */
export class RecordBvnStart extends Command<BvnVerification> {
  constructor(
    readonly id: string,
    readonly answer: BvnStart | { kind: 'away' },
  ) {
    super();
  }
}

@CommandHandler(RecordBvnStart)
export class RecordBvnStartHandler implements ICommandHandler<RecordBvnStart> {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly secrets: BvnSecretsService,
    private readonly clock: Clock,
  ) {}

  async execute({ id, answer }: RecordBvnStart): Promise<BvnVerification> {
    const verification = await this.verifications.byId(id);
    // It was given up meanwhile: the answer came too late.
    if (verification.status !== 'starting') return verification;
    const now = this.clock.now();
    if (answer.kind === 'away') verification.fail(now);
    else if (answer.kind === 'unknown') verification.refuse('unknown', false, now);
    else {
      verification.accept(answer.reference, now);
      this.secrets.keep(verification, { consentUrl: answer.consentUrl });
    }
    this.verifications.save(verification);
    return verification;
  }
}
