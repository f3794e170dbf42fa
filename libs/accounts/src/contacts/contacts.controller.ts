import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, ClientAddress, Context, PostAction, type UserCaller, WireController } from '@app/http';
import { ChangeEmailDto, VerifyEmailDto } from '../common/account.dto';
import { MailLimitsService } from '../codes/mail-limits.service';
import { ChangeEmail } from './commands/change-email';
import { ConfirmEmail } from './commands/confirm-email';
import { IssuePhoneCode } from './commands/issue-phone-code';
import { VerifyPhone } from './commands/verify-phone';
import { EmailChangeCodesService } from '../codes/email-change-codes.service';
import { PhoneCodesService } from '../codes/phone-codes.service';

/** `auth.php`: changing the e-mail address, and proving the phone number. */
@WireController('auth.php')
export class ContactsController {
  constructor(
    private readonly commands: Commands,
    private readonly emailChanges: EmailChangeCodesService,
    private readonly phoneCodes: PhoneCodesService,
    private readonly mailLimits: MailLimitsService,
  ) {}

  @PostAction('change-email', {
    summary: 'Ask for another e-mail address; a code goes to it',
    credentials: ['session'],
    rate: 'otp',
    refusals: ['INVALID_CREDENTIALS', 'NOT_FOUND'],
  })
  async changeEmail(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { new_email: newEmail, password }: ChangeEmailDto,
    @ClientAddress() ip: string,
  ) {
    const isMailed = await this.mailLimits.allowsChange(userId, newEmail, ip);
    return this.commands.answer(
      context,
      new ChangeEmail(userId, sessionId, newEmail, password, isMailed),
      () => ({
        message: 'If this address can be used, a code is on its way to it. Until then your address stays.',
      }),
    );
  }

  @PostAction('confirm-email', {
    summary: 'Prove the new e-mail address with its code',
    credentials: ['session'],
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  async confirmEmail(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { otp }: VerifyEmailDto,
  ) {
    const change = await this.emailChanges.check(userId, otp);
    return this.commands.answer(context, new ConfirmEmail(userId, sessionId, change), (email) => ({
      message: 'E-mail address changed.',
      email,
      email_verified: true,
    }));
  }

  @PostAction('verify-phone', {
    summary: 'Prove the phone number',
    credentials: ['session'],
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  async verifyPhone(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { otp }: VerifyEmailDto,
  ) {
    const code = await this.phoneCodes.check(userId, otp);
    return this.commands.answer(context, new VerifyPhone(userId, code), (phone) => ({
      message: 'Phone number verified.',
      phone,
      phone_verified: true,
    }));
  }

  @PostAction('resend-phone-otp', {
    summary: 'Send a new code to the phone number',
    credentials: ['session'],
    rate: 'otp',
    refusals: ['INVALID_STATE', 'KYC_REQUIRED', 'NOT_FOUND'],
  })
  resendPhoneCode(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @ClientAddress() ip: string,
  ) {
    return this.commands.answer(context, new IssuePhoneCode(userId, ip), () => ({
      message: 'A new code is on its way.',
    }));
  }
}
