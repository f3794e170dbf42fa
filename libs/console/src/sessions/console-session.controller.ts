import {
  Body,
  Controller,
  Delete,
  Headers,
  HttpCode,
  type PipeTransform,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { clientOf, EndSession, LoginDto, LoginLimitService, SwitchAccountDto } from '@app/accounts';
import { ClientAddress, setRateHeaders, validationPipe, type WireRequest, WithPolicy } from '@app/http';
import { Commands } from '@app/write-path';
import type { FastifyReply } from 'fastify';
import { OpenConsoleSession } from './commands/open-console-session';
import { OpenDemoSession } from './commands/open-demo-session';
import { SwitchConsoleAccount } from './commands/switch-console-account';
import { ConsoleCookiesService } from './console-cookies.service';
import { DemoSignInDto } from './console-session.dto';
import { CONSOLE_SESSION, DEVICE_SECONDS } from './console-session.policy';
import { type ConsoleToken, ConsoleTokensService } from './console-tokens.service';
import { DemoPeopleService } from './demo-people.service';
import { OwnPagesGuard } from './own-pages.guard';

const policy = (summary: string) => WithPolicy({ summary, credentials: [], hidden: true });

/** Signs browsers in to the console. Scripts never hold the credential, only access tokens of 15 minutes. */
@Controller('session')
@UseGuards(OwnPagesGuard)
export class ConsoleSessionController {
  private readonly pipe: PipeTransform<unknown, unknown> = validationPipe();

  constructor(
    private readonly commands: Commands,
    private readonly tokens: ConsoleTokensService,
    private readonly cookies: ConsoleCookiesService,
    private readonly demoPeople: DemoPeopleService,
    private readonly loginLimit: LoginLimitService,
  ) {}

  @Post()
  @HttpCode(200)
  @policy('Sign a browser in')
  async signIn(
    @Req() request: WireRequest,
    @ClientAddress() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('user-agent') agent?: string,
  ): Promise<ConsoleToken> {
    void reply.header('cache-control', 'no-store');
    const client = clientOf(ip, agent);
    if (Object.hasOwn(request.body, 'demo')) {
      const { demo } = await this.checked(DemoSignInDto, request.body);
      const email = this.demoPeople.emailOf(demo, ip);
      return this.entered(reply, await this.commands.execute(new OpenDemoSession(email, client)));
    }
    const { email, password, totp_code: totpCode } = await this.checked(LoginDto, request.body);
    const signedIn = await this.loginLimit.run(
      email,
      { ip, deviceToken: this.cookies.device.read(request) || undefined },
      (record) => setRateHeaders(reply, record),
      () => this.commands.execute(new OpenConsoleSession({ email, password, totpCode }, client)),
    );
    this.cookies.device.set(reply, signedIn.deviceToken, DEVICE_SECONDS);
    return this.entered(reply, signedIn);
  }

  @Post('token')
  @HttpCode(200)
  @policy('Issue an access token to a browser that is signed in')
  async token(
    @Req() request: WireRequest,
    @ClientAddress() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConsoleToken> {
    void reply.header('cache-control', 'no-store');
    return this.tokens.tokenOf(await this.tokens.visitorOf(this.cookies.session.read(request), ip));
  }

  @Post('account')
  @HttpCode(200)
  @policy('Let the browser act for another account')
  async switch(
    @Req() request: WireRequest,
    @Body() { account_id: accountId }: SwitchAccountDto,
    @ClientAddress() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('user-agent') agent?: string,
  ): Promise<ConsoleToken> {
    void reply.header('cache-control', 'no-store');
    const caller = await this.tokens.visitorOf(this.cookies.session.read(request), ip);
    const command = new SwitchConsoleAccount(caller, accountId.toLowerCase(), clientOf(ip, agent));
    return this.entered(reply, await this.commands.execute(command));
  }

  @Delete()
  @HttpCode(204)
  @policy('Sign a browser out')
  async signOut(
    @Req() request: WireRequest,
    @ClientAddress() ip: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.cookies.session.clear(reply);
    const { userId, sessionId } = await this.tokens.visitorOf(this.cookies.session.read(request), ip);
    await this.commands.execute(new EndSession(userId, sessionId));
  }

  private entered(
    reply: FastifyReply,
    signedIn: { userId: string; sessionId: string; cookie: string },
  ): ConsoleToken {
    this.cookies.session.set(reply, signedIn.cookie, CONSOLE_SESSION.seconds);
    return this.tokens.tokenOf(signedIn);
  }

  private async checked<T>(metatype: new () => T, body: unknown): Promise<T> {
    return (await this.pipe.transform(body, { type: 'body', metatype })) as T;
  }
}
