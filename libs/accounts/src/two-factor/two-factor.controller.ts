import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, PostAction, RECENT_PROOF_SECONDS, type UserCaller, WireController } from '@app/http';
import { addSeconds } from '@app/kernel';
import { DisableTwoFactor } from './commands/disable-two-factor';
import { EnableTwoFactor } from './commands/enable-two-factor';
import { RenewRecoveryCodes } from './commands/renew-recovery-codes';
import { SetUpTwoFactor } from './commands/set-up-two-factor';
import { StepUp } from './commands/step-up';
import { AuthenticatorCodeDto, TwoFactorCodeDto } from './two-factor.dto';

const KEEP_CODES = 'Keep the recovery codes: they are not shown again.';

/** `auth.php`: two-factor authentication. No action is idempotent, because stored responses would hold secrets. */
@WireController('auth.php')
export class TwoFactorController {
  constructor(private readonly commands: Commands) {}

  /** Limited as sign-ins are, because each set-up can lead to mails. */
  @PostAction('2fa-setup', {
    summary: 'Set up an authenticator app',
    credentials: ['session'],
    rate: 'login',
    refusals: ['FORBIDDEN', 'INVALID_STATE', 'NOT_FOUND'],
  })
  setUp(@By() { userId, sessionId }: UserCaller, @Context() context: RequestContext) {
    return this.commands.answer(context, new SetUpTwoFactor(userId, sessionId), (setup) => ({
      secret: setup.secret,
      otpauth_uri: setup.otpauthUri,
      qr_svg: setup.qrSvg,
    }));
  }

  @PostAction('2fa-enable', {
    summary: 'Turn two-factor authentication on',
    credentials: ['session'],
    refusals: ['INVALID_CREDENTIALS', 'INVALID_STATE'],
  })
  enable(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { code }: AuthenticatorCodeDto,
  ) {
    const command = new EnableTwoFactor(userId, sessionId, code);
    return this.commands.answer(context, command, (codes) => ({
      message: `Two-factor authentication is on. ${KEEP_CODES}`,
      recovery_codes: codes,
    }));
  }

  @PostAction('2fa-disable', {
    summary: 'Turn two-factor authentication off',
    credentials: ['session'],
    refusals: ['FORBIDDEN', 'INVALID_CREDENTIALS', 'INVALID_STATE', 'NOT_FOUND'],
  })
  disable(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { code }: TwoFactorCodeDto,
  ) {
    return this.commands.answer(context, new DisableTwoFactor(userId, sessionId, code), () => ({
      message: 'Two-factor authentication is off.',
    }));
  }

  @PostAction('2fa-recovery-codes', {
    summary: 'Replace the recovery codes',
    credentials: ['session'],
    refusals: ['INVALID_CREDENTIALS', 'INVALID_STATE'],
  })
  renewRecoveryCodes(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { code }: AuthenticatorCodeDto,
  ) {
    const command = new RenewRecoveryCodes(userId, sessionId, code);
    return this.commands.answer(context, command, (codes) => ({
      message: `The earlier recovery codes no longer work. ${KEEP_CODES}`,
      recovery_codes: codes,
    }));
  }

  @PostAction('step-up', {
    summary: 'Prove the second factor again in this session',
    credentials: ['session'],
    team: 'self',
    refusals: ['INVALID_CREDENTIALS', 'INVALID_STATE'],
  })
  stepUp(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { code }: TwoFactorCodeDto,
  ) {
    return this.commands.answer(context, new StepUp(userId, sessionId, code), (provedAt) => ({
      message: 'Confirmed.',
      proved_until: addSeconds(provedAt, RECENT_PROOF_SECONDS),
    }));
  }
}
