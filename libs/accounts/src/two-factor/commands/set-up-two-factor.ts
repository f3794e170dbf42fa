import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '@app/kernel';
import { UserRepository } from '../../people/user.repository';
import { SessionRepository } from '../../sessions/session.repository';
import { TotpSeedsService, type TotpSetup } from '../totp-seeds.service';
import { TwoFactor } from '../two-factor.aggregate';
import { TwoFactorRepository } from '../two-factor.repository';

/**
 * Gives a user the seed of an authenticator app, in place of one that was not enabled. It is in use once a code of it
 * was sent with `EnableTwoFactor`. Without a session, the caller has to know that the user asks for it.
 */
export class SetUpTwoFactor extends Command<TotpSetup> {
  constructor(
    readonly userId: string,
    readonly sessionId: string | null = null,
  ) {
    super();
  }
}

@CommandHandler(SetUpTwoFactor)
export class SetUpTwoFactorHandler implements ICommandHandler<SetUpTwoFactor> {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly seeds: TotpSeedsService,
  ) {}

  async execute({ userId, sessionId }: SetUpTwoFactor): Promise<TotpSetup> {
    if (sessionId) this.sessions.holdOpen(sessionId);
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw notFound('User');
    user.assertNotFrozen();
    const seed = this.seeds.newSeed();
    const secretCiphertext = this.seeds.seal(userId, seed);
    const factor = await this.twoFactors.findOneBy({ id: userId });
    if (factor) {
      factor.setUpAgain(secretCiphertext);
      this.twoFactors.save(factor);
    } else {
      this.twoFactors.add(new TwoFactor({ userId, secretCiphertext, enabledAt: null }));
    }
    return this.seeds.setupOf(seed, user.email);
  }
}
