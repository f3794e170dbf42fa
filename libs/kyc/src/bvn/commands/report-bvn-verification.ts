import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BvnVerification } from '../bvn-verification.aggregate';
import { BvnVerifications } from '../bvn-verification.repository';

/** Changes nothing: a request that asks for what stands already is answered, and remembered, through it. */
export class ReportBvnVerification extends Command<BvnVerification> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ReportBvnVerification)
export class ReportBvnVerificationHandler implements ICommandHandler<ReportBvnVerification> {
  constructor(private readonly verifications: BvnVerifications) {}

  execute({ id }: ReportBvnVerification): Promise<BvnVerification> {
    return this.verifications.byId(id);
  }
}
