import { Body } from '@nestjs/common';
import { type CommandCall, Commands } from '@app/write-path';
import { By, Call, PostAction, type UserCaller, WireController } from '@app/http';
import { ForgotPasswordDto, ResetPasswordDto, VerifyEmailDto } from '../account.dto';
import { IssueEmailCode } from './commands/issue-email-code';
import { RequestPasswordReset } from './commands/request-password-reset';
import { ResetPassword } from './commands/reset-password';
import { VerifyEmail } from './commands/verify-email';
import { EmailCodes } from './email-codes.service';
import { ResetLimit } from './reset-limit.service';

const RESET_ASKED = {
  message: 'If this address has an account, a mail with a link is on its way to it.',
};

/** `auth.php`: what is done with a code or a token that came by mail. */
@WireController('auth.php')
export class MailedSecretsController {
  constructor(
    private readonly commands: Commands,
    private readonly emailCodes: EmailCodes,
    private readonly resetLimit: ResetLimit,
  ) {}

  @PostAction('verify-email', { summary: 'Prove the e-mail address', credentials: ['session'] })
  async verifyEmail(
    @By() { userId }: UserCaller,
    @Call() call: CommandCall,
    @Body() { otp }: VerifyEmailDto,
  ) {
    const codeId = await this.emailCodes.check(userId, otp);
    return this.commands.answer(call, new VerifyEmail(userId, codeId), () => ({
      message: 'E-mail address verified.',
      email_verified: true,
    }));
  }

  @PostAction('resend-otp', { summary: 'Mail a new code', credentials: ['session'], rate: 'otp' })
  resendCode(@By() { userId }: UserCaller, @Call() call: CommandCall) {
    return this.commands.answer(call, new IssueEmailCode(userId), () => ({
      message: 'A new code is on its way.',
    }));
  }

  @PostAction('forgot-password', { summary: 'Ask for a new password', credentials: [], rate: 'otp' })
  async forgotPassword(@Call() call: CommandCall, @Body() { email }: ForgotPasswordDto) {
    if (!(await this.resetLimit.allows(email))) return RESET_ASKED;
    return this.commands.answer(call, new RequestPasswordReset(email), () => RESET_ASKED);
  }

  @PostAction('reset-password', { summary: 'Set a new password', credentials: [], rate: 'login' })
  resetPassword(@Call() call: CommandCall, @Body() { token, password }: ResetPasswordDto) {
    return this.commands.answer(call, new ResetPassword(token, password), () => ({
      message: 'Password set. Every session of the account has ended; sign in.',
    }));
  }
}
