import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config, type HostName } from '@app/config';
import { Clock } from '@app/kernel';
import Redis from 'ioredis';
import type { Logger } from 'pino';
import { RequestGuard } from './access/request.guard';
import { HOST } from './access/host';
import { IdentifyGuard } from './access/identify.guard';
import { PolicyGuard } from './access/policy.guard';
import { RateLimitGuard, throttlers } from './limits/rate-limit.guard';
import { MemoryRateLimitStore, RateLimitStore, RedisRateLimitStore } from './limits/rate-limit-store';
import { LOGGER, loggerProvider } from './operations/logger';
import { OperationsController } from './operations/operations.controller';
import { validationPipe } from './validation/pipe';
import { ActionRegistry } from './wire/action-registry';
import { RequestContextFactory } from './wire/request-context';
import { ErrorFilter } from './wire/error.filter';
import { FallbackController } from './wire/fallback.controller';

/** The gates, envelopes and probes every host shares. */
@Global()
@Module({})
export class HttpModule implements OnApplicationShutdown {
  constructor(private readonly limits: RateLimitStore) {}

  static forHost(host: HostName): DynamicModule {
    return {
      module: HttpModule,
      imports: [
        PassportModule.register({ session: false }),
        ThrottlerModule.forRoot(throttlers),
        DiscoveryModule,
      ],
      controllers: [OperationsController, FallbackController],
      providers: [
        { provide: HOST, useValue: host },
        loggerProvider(host),
        { provide: RateLimitStore, inject: [Config, Clock], useFactory: rateLimitStore },
        ...[IdentifyGuard, RateLimitGuard, PolicyGuard],
        { provide: APP_GUARD, useClass: RequestGuard },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: ErrorFilter, inject: [LOGGER], useFactory: (logger: Logger) => new ErrorFilter(logger) },
        { provide: APP_FILTER, useExisting: ErrorFilter },
        ...[RequestContextFactory, ActionRegistry],
      ],
      exports: [HOST, LOGGER, RateLimitStore, ActionRegistry, RequestContextFactory, ErrorFilter],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.limits.close();
  }
}

function rateLimitStore({ env }: Config, clock: Clock): RateLimitStore {
  if (!env.REDIS_URL) return new MemoryRateLimitStore(clock);
  const redis = new Redis(env.REDIS_URL, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 250,
  });
  return new RedisRateLimitStore(redis, clock);
}
