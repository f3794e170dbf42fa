import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { UserRepository } from '../../people/user.repository';
import { SessionRepository } from '../../sessions/session.repository';
import { TwoFactorCodesService } from '../two-factor-codes.service';
import { staffNeedTwoFactor } from '../two-factor.errors';
import { TwoFactorRepository } from '../two-factor.repository';

/** Turns two-factor authentication off, with an authenticator code or a recovery code. Staff cannot. */
export class DisableTwoFactor extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(DisableTwoFactor)
export class DisableTwoFactorHandler implements ICommandHandler<DisableTwoFactor> {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly codes: TwoFactorCodesService,
  ) {}

  async execute({ userId, sessionId, code }: DisableTwoFactor): Promise<void> {
    this.sessions.holdOpen(sessionId);
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    if (user.staffRole) throw staffNeedTwoFactor();
    const factor = await this.twoFactors.inUseOf(userId);
    await this.codes.check(factor, code, 'any');
    factor.disable();
    this.twoFactors.remove(factor);
    this.sessions.clearProofs(userId);
  }
}
