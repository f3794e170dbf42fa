import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalidToken } from '@app/http';
import { Clock } from '@app/kernel';
import { SessionRepository } from '../../sessions/session.repository';
import { TwoFactorCodesService } from '../two-factor-codes.service';
import { TwoFactorRepository } from '../two-factor.repository';

/** Proves the second factor again in an open session. The result is the time of the proof. */
export class StepUp extends Command<Date> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(StepUp)
export class StepUpHandler implements ICommandHandler<StepUp> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly codes: TwoFactorCodesService,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, sessionId, code }: StepUp): Promise<Date> {
    const now = this.clock.now();
    const factor = await this.twoFactors.inUseOf(userId);
    const session = await this.sessions.findOneBy({ id: sessionId, userId });
    if (!session?.isOpen(now)) throw invalidToken();
    await this.codes.accept(factor, code, 'any');
    session.prove(now);
    this.sessions.save(session);
    this.twoFactors.save(factor);
    return now;
  }
}
