import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import { SessionRepository } from '../../sessions/session.repository';
import { RecoveryCodesStore } from '../recovery-codes.store';
import { TwoFactorCodesService } from '../two-factor-codes.service';
import { TwoFactorRepository } from '../two-factor.repository';

/** Puts an authenticator app into use with a first code of it. The result is ten recovery codes, shown only now. */
export class EnableTwoFactor extends Command<string[]> {
  constructor(
    readonly userId: string,
    readonly sessionId: string | null,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(EnableTwoFactor)
export class EnableTwoFactorHandler implements ICommandHandler<EnableTwoFactor> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly codes: TwoFactorCodesService,
    private readonly recoveryCodes: RecoveryCodesStore,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, sessionId, code }: EnableTwoFactor): Promise<string[]> {
    if (sessionId) this.sessions.holdOpen(sessionId);
    const factor = await this.twoFactors.unfinishedOf(userId);
    await this.codes.accept(factor, code, 'totp');
    factor.enable(this.clock.now());
    this.twoFactors.save(factor);
    return this.recoveryCodes.renew(userId);
  }
}
