import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { getStorageToken, ThrottlerModule } from '@nestjs/throttler';
import { Config, type HostName } from '@app/config';
import { Clock } from '@app/kernel';
import Redis from 'ioredis';
import type { Logger } from 'pino';
import { AdmissionService } from './admission/admission.service';
import { OwnServersService } from './limits/own-servers.service';
import { HOST } from './access/host';
import { AuditLogService } from './audit/audit-log.service';
import { ReportPeopleViewedHandler } from './audit/commands/report-people-viewed';
import { PeopleViewedQueries } from './audit/people-viewed.queries';
import { PeopleViewedService } from './audit/people-viewed.service';
import { CallerIdentificationService } from './admission/caller-identification.service';
import { CrossOriginService } from './admission/cross-origin.service';
import { FallbackController } from './admission/fallback.controller';
import { PolicyGuard } from './admission/policy.guard';
import { RequestGuard } from './admission/request.guard';
import { MemoryRateLimitStorage } from './limits/memory-rate-limit.storage';
import { RateLimitGuard } from './admission/rate-limit.guard';
import { RateLimitStorage } from './limits/rate-limit.storage';
import { RedisRateLimitStorage } from './limits/redis-rate-limit.storage';
import { UploadPlacesService } from './admission/upload-places.service';
import { throttlers } from './admission/throttlers';
import { LOGGER, loggerProvider } from './logging/logger';
import { OperationsController } from './operations/operations.controller';
import { MetricsTextService } from './operations/metrics-text.service';
import { OpenapiController } from './openapi/openapi.controller';
import { StaffOpenapiController } from './openapi/staff-openapi.controller';
import { ReferenceDocumentsService } from './openapi/reference-documents.service';
import { StaffActionsService } from './staff/staff-actions.service';
import { validationPipe } from './validation/pipe';
import { UnknownFieldsService } from './validation/unknown-fields.service';
import { ActionRegistry } from './wire/action-registry';
import { RequestContextFactory } from './admission/request-context';
import { ErrorBodies } from './wire/error-bodies';
import { ErrorFilter } from './wire/error.filter';

/** Guards, envelopes and probes of every host. */
@Global()
@Module({})
export class HttpModule {
  static forHost(host: HostName): DynamicModule {
    return {
      module: HttpModule,
      imports: [
        PassportModule.register({ session: false }),
        ThrottlerModule.forRootAsync({
          inject: [Config, Clock],
          useFactory: (config: Config, clock: Clock) => ({
            throttlers: throttlers(),
            storage: rateLimitStorage(config, clock),
          }),
        }),
        DiscoveryModule,
      ],
      controllers: [
        OperationsController,
        ...(host === 'scheduler' ? [] : [OpenapiController]),
        ...(host === 'business' ? [StaffOpenapiController] : []),
        FallbackController,
      ],
      providers: [
        { provide: HOST, useValue: host },
        loggerProvider(host),
        { provide: RateLimitStorage, useExisting: getStorageToken() },
        CallerIdentificationService,
        CrossOriginService,
        RateLimitGuard,
        PolicyGuard,
        UnknownFieldsService,
        UploadPlacesService,
        OwnServersService,
        AdmissionService,
        { provide: APP_GUARD, useClass: RequestGuard },
        { provide: APP_PIPE, useFactory: validationPipe },
        {
          provide: ErrorFilter,
          inject: [LOGGER, ErrorBodies],
          useFactory: (logger: Logger, bodies: ErrorBodies) => new ErrorFilter(logger, bodies),
        },
        { provide: APP_FILTER, useExisting: ErrorFilter },
        PeopleViewedService,
        PeopleViewedQueries,
        ReportPeopleViewedHandler,
        AuditLogService,
        RequestContextFactory,
        ErrorBodies,
        ActionRegistry,
        StaffActionsService,
        ReferenceDocumentsService,
        MetricsTextService,
      ],
      exports: [
        AuditLogService,
        PeopleViewedService,
        HOST,
        LOGGER,
        RateLimitStorage,
        OwnServersService,
        PolicyGuard,
        ActionRegistry,
        StaffActionsService,
        RequestContextFactory,
        ErrorFilter,
        ReferenceDocumentsService,
      ],
    };
  }
}

function rateLimitStorage({ env }: Config, clock: Clock): RateLimitStorage {
  if (!env.REDIS_URL) return new MemoryRateLimitStorage(clock, env.RATE_LIMITS);
  const redis = new Redis(env.REDIS_URL, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 250,
  });
  return new RedisRateLimitStorage(redis, clock, env.RATE_LIMITS);
}
