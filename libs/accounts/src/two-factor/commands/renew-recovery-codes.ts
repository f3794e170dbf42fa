import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sessions } from '../../sessions/session.repository';
import { RecoveryCodes } from '../recovery-codes.store';
import { TwoFactorCodes } from '../two-factor-codes.service';
import { TwoFactors } from '../two-factor.repository';

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
    private readonly sessions: Sessions,
    private readonly twoFactors: TwoFactors,
    private readonly codes: TwoFactorCodes,
    private readonly recoveryCodes: RecoveryCodes,
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
