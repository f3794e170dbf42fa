import 'reflect-metadata';
import { timingSafeEqual } from 'node:crypto';
import { Body, Global, Module } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { Config, ConfigModule, derivedKey, KeyedHash } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import {
  ActivityLog,
  Amount,
  By,
  type Caller,
  Compiled,
  createApp,
  HttpModule,
  VerifiedTokenCache,
  OneOf,
  ownerOf,
  Pin,
  PinVerifier,
  PostAction,
  RequestLog,
  Text,
  type UserCaller,
  WireController,
} from '@app/http';
import { SystemClock } from '@app/kernel';
import { Commands, UnitOfWork } from '@app/write-path';
import { SessionQueries } from '../libs/accounts/src/sessions/session.queries';
import { SessionStrategy } from '../libs/accounts/src/sessions/session.strategy';
import { PIN } from './support/people';

@Compiled()
class EchoBody {
  @Text({ max: 254 }) recipient: string;
  @OneOf(['usertag', 'email', 'phone'], { optional: true }) recipient_type?: string;
  @Amount() amount: number;
  @Text({ optional: true }) note?: string;
  @Pin() pin?: string;
}

/** Responds with the request body, behind all guards that a transfer passes. */
@WireController('echo.php')
class EchoController {
  @PostAction('transfer', {
    summary: 'Echo',
    credentials: ['session', 'secret-key'],
    scope: 'wallet:transfer',
    pin: true,
    sendsMoney: true,
  })
  echo(@By() caller: Caller, @Body() body: EchoBody): object {
    return { owner: ownerOf(caller), ...body };
  }
}

/** Returns an active session for each token. */
class OpenSessions {
  callerOf(sessionId: string, userId: string): Promise<UserCaller> {
    return Promise.resolve({
      kind: 'user',
      userId,
      sessionId,
      accountId: userId,
      teamRole: null,
      accountType: 'personal',
      staffRole: null,
      twoFactorEnabled: false,
      provedAt: null,
      emailVerified: true,
    });
  }
}

/** All accounts have the same PIN, which is compared as in the product. */
class SamePin extends PinVerifier {
  private readonly peppered = new KeyedHash(derivedKey(Config.from({}).env.PIN_PEPPER, 'transaction pin'));
  private readonly stored = new Map<string, Buffer>();

  verify({ userId }: UserCaller, pin: unknown): Promise<void> {
    const right = this.stored.get(userId) ?? this.macOf(userId, PIN);
    this.stored.set(userId, right);
    const isRight = timingSafeEqual(this.macOf(userId, String(pin)), right);
    return isRight ? Promise.resolve() : Promise.reject(new Error('wrong PIN'));
  }

  private macOf(userId: string, pin: string): Buffer {
    return this.peppered.digest(`${userId} ${pin}`);
  }
}

@Global()
@Module({
  providers: [
    { provide: POSTGRES_POOL, useValue: { query: () => Promise.resolve({ rows: [] }) } },
    { provide: SessionQueries, useClass: OpenSessions },
    { provide: PinVerifier, useClass: SamePin },
    // For reads of staff and members of teams; there are none here.
    { provide: ActivityLog, useValue: {} },
    { provide: RequestLog, useValue: { add: () => undefined } },
    { provide: Commands, useValue: {} },
    { provide: EventBus, useValue: {} },
    UnitOfWork,
    SessionStrategy,
    { provide: VerifiedTokenCache, useExisting: SessionStrategy },
  ],
  exports: [
    POSTGRES_POOL,
    UnitOfWork,
    Commands,
    EventBus,
    ActivityLog,
    PinVerifier,
    RequestLog,
    VerifiedTokenCache,
  ],
})
class WithoutDatabase {}

async function main(): Promise<void> {
  const config = Config.from(process.env);
  class Echo {}
  Module({
    imports: [ConfigModule.with(config, new SystemClock()), WithoutDatabase, HttpModule.forHost('business')],
    controllers: [EchoController],
  })(Echo);
  const app = await createApp(Echo, 'business', config);
  await app.listen(config.ports.business, '127.0.0.1');
}

void main();
