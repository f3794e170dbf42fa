import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SessionRepository } from '../../sessions/session.repository';
import { RecoveryCodesStore } from '../recovery-codes.store';
import { TwoFactorCodesService } from '../two-factor-codes.service';
import { TwoFactorRepository } from '../two-factor.repository';

/**
 * Replaces the recovery codes of a user by ten new ones, which are shown only now. It takes an authenticator code: one
 * recovery code must not become ten.
 */
export class RenewRecoveryCodes extends Command<string[]> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly codes: TwoFactorCodesService,
    private readonly recoveryCodes: RecoveryCodesStore,
  ) {}

  async execute({ userId, sessionId, code }: RenewRecoveryCodes): Promise<string[]> {
    this.sessions.holdOpen(sessionId);
    const factor = await this.twoFactors.inUseOf(userId);
    await this.codes.accept(factor, code, 'totp');
    factor.renewRecoveryCodes();
    this.twoFactors.save(factor);
    return this.recoveryCodes.renew(userId);
  }
}
