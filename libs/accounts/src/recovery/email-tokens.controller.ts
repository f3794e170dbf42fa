import { Body, Headers } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, ClientAddress, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { ForgotPasswordDto, ResetPasswordDto, VerifyEmailDto } from '../common/account.dto';
import { IssueEmailCode } from './commands/issue-email-code';
import { RequestPasswordReset } from './commands/request-password-reset';
import { ResetPassword } from './commands/reset-password';
import { VerifyEmail } from './commands/verify-email';
import { EmailCodesService } from '../codes/email-codes.service';
import { MailLimitsService } from '../codes/mail-limits.service';

const RESET_ASKED = {
  message: 'If this address has an account, a mail with a link is on its way to it.',
};

/** `auth.php`: actions with a code or a token that was sent by mail. */
@WireController('auth.php')
export class EmailTokensController {
  constructor(
    private readonly commands: Commands,
    private readonly emailCodes: EmailCodesService,
    private readonly mailLimits: MailLimitsService,
  ) {}

  @PostAction('verify-email', {
    summary: 'Prove the e-mail address',
    credentials: ['session'],
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  async verifyEmail(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { otp }: VerifyEmailDto,
  ) {
    const { id: codeId } = await this.emailCodes.check(userId, otp);
    return this.commands.answer(context, new VerifyEmail(userId, codeId), () => ({
      message: 'E-mail address verified.',
      email_verified: true,
    }));
  }

  @PostAction('resend-otp', {
    summary: 'Mail a new code',
    credentials: ['session'],
    rate: 'otp',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  async resendCode(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @ClientAddress() ip: string,
  ) {
    return this.mailLimits.sendCode(userId, ip, () =>
      this.commands.answer(context, new IssueEmailCode(userId), () => ({
        message: 'A new code is on its way.',
      })),
    );
  }

  @PostAction('forgot-password', { summary: 'Ask for a new password', credentials: [], rate: 'otp' })
  async forgotPassword(
    @Context() context: RequestContext,
    @Body() { email }: ForgotPasswordDto,
    @ClientAddress() ip: string,
    @Headers('x-device-token') deviceToken?: string,
  ) {
    if (!(await this.mailLimits.allowsReset(email, { ip, deviceToken }))) return RESET_ASKED;
    return this.commands.answer(context, new RequestPasswordReset(email), () => RESET_ASKED);
  }

  @PostAction('reset-password', {
    summary: 'Set a new password',
    credentials: [],
    rate: 'login',
    refusals: ['FORBIDDEN', 'INVALID_STATE'],
  })
  resetPassword(@Context() context: RequestContext, @Body() { token, password }: ResetPasswordDto) {
    return this.commands.answer(context, new ResetPassword(token, password), () => ({
      message: 'Password set. Every session of the account has ended; sign in.',
    }));
  }
}
