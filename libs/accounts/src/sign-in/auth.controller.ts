import { Body, Headers, Res } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import {
  By,
  Context,
  ClientAddress,
  GetAction,
  PostAction,
  setRateHeaders,
  type UserCaller,
  WireController,
} from '@app/http';
import type { FastifyReply } from 'fastify';
import { LoginDto, RefreshTokenDto, RegisterDto } from '../common/account.dto';
import { LogIn } from './commands/log-in';
import { LogOut } from './commands/log-out';
import { RefreshSession } from './commands/refresh-session';
import { Register } from '../people/commands/register';
import { MailLimitsService } from '../codes/mail-limits.service';
import { clientOf } from '../sessions/client.policy';
import { LoginLimitService } from './login-limit.service';
import { ProfilesService } from '../people/profiles.service';

/** `auth.php`: opening accounts and sessions. */
@WireController('auth.php')
export class AuthController {
  constructor(
    private readonly commands: Commands,
    private readonly profiles: ProfilesService,
    private readonly loginLimit: LoginLimitService,
    private readonly mailLimits: MailLimitsService,
  ) {}

  @PostAction('register', { summary: 'Open an account', credentials: [], rate: 'register' })
  register(
    @Context() context: RequestContext,
    @Body() body: RegisterDto,
    @ClientAddress() ip: string,
    @Headers('user-agent') agent?: string,
  ) {
    const registration = {
      accountType: body.account_type,
      email: body.email,
      password: body.password,
      firstName: body.first_name,
      lastName: body.last_name,
      businessName: body.business_name,
      phone: body.phone,
      countryCode: body.country_code ?? 'NG',
      currency: body.currency ?? 'NGN',
      usertag: body.usertag,
      referralCode: body.referral_code,
    };
    const command = new Register(registration, clientOf(ip, agent));
    return this.mailLimits.openAccount(body.email, () => this.commands.answer(context, command));
  }

  @PostAction('login', {
    summary: 'Sign in',
    credentials: [],
    refusals: ['FORBIDDEN', 'INVALID_CREDENTIALS', 'TOTP_REQUIRED'],
  })
  login(
    @Context() context: RequestContext,
    @Body() { email, password, totp_code: totpCode }: LoginDto,
    @ClientAddress() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('user-agent') agent?: string,
    @Headers('x-device-token') deviceToken?: string,
  ) {
    const command = new LogIn({ email, password, totpCode }, clientOf(ip, agent));
    return this.loginLimit.run(
      email,
      { ip, deviceToken },
      (record) => setRateHeaders(reply, record),
      () => this.commands.answer(context, command),
    );
  }

  @PostAction('refresh', {
    summary: 'Exchange a refresh token for a new pair',
    credentials: [],
    refusals: ['FORBIDDEN', 'UNAUTHENTICATED'],
  })
  refresh(
    @Context() context: RequestContext,
    @Body() { refresh_token: token }: RefreshTokenDto,
    @ClientAddress() ip: string,
    @Headers('user-agent') agent?: string,
    @Headers('x-device-token') deviceToken?: string,
  ) {
    return this.commands.answer(context, new RefreshSession(token, clientOf(ip, agent), deviceToken));
  }

  @PostAction('logout', {
    summary: 'End the session of a refresh token, and that of the access token',
    credentials: [],
  })
  logout(
    @Context() context: RequestContext,
    @Body() { refresh_token: token }: RefreshTokenDto,
    @Headers('authorization') authorization?: string,
  ) {
    const command = new LogOut(token, bearerOf(authorization));
    return this.commands.answer(context, command, () => ({ message: 'Signed out.' }));
  }

  @GetAction('profile', {
    summary: 'The account signed in',
    credentials: ['session'],
    team: 'self',
    refusals: ['NOT_FOUND'],
  })
  async profile(@By() { userId }: UserCaller) {
    const user = await this.profiles.byId(userId);
    return { ...user, user };
  }
}

/** The token of an Authorization header; null without one. */
function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
