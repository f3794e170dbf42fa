import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { bvnRegistryAway } from '../bvn.errors';
import type { BvnVerification } from '../bvn-verification.aggregate';
import { BvnVerificationRepository } from '../bvn-verification.repository';

/** Changes nothing: a request that asks for what stands already is answered, and remembered, through it. */
export class ReportBvnVerification extends Command<BvnVerification> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ReportBvnVerification)
export class ReportBvnVerificationHandler implements ICommandHandler<ReportBvnVerification> {
  constructor(private readonly verifications: BvnVerificationRepository) {}

  /** Throws GATEWAY_ERROR for one that the company did not answer, which no idempotency key remembers. */
  async execute({ id }: ReportBvnVerification): Promise<BvnVerification> {
    const verification = await this.verifications.byId(id);
    if (verification.status === 'failed') throw bvnRegistryAway();
    return verification;
  }
}
