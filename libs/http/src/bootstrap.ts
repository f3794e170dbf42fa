import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config, type HostName, reportStartFault } from '@app/config';
import { Clock } from '@app/kernel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AdmissionService } from './admission/admission.service';
import { RateLimitStorage } from './limits/rate-limit.storage';
import { serveReference } from './openapi/reference';
import { endConnectionsOnClose } from './operations/drain';
import { createLogger, LOGGER, NestLog } from './logging/logger';
import { RequestLog } from './access/ports';
import { keepRequests } from './operations/keep-requests';
import { logRequests } from './operations/request-log';
import { admitRequests } from './admission/admit-requests';
import { ErrorBodies } from './wire/error-bodies';
import { registerParsers } from './wire/parsers';
import { requestIdOf } from './wire/request-id';
import { answerOddRequests, UnreadableRequests } from './wire/unreadable-requests';
import { WireAdapter } from './wire/wire-adapter';
import { responseHeaders } from './wire/response-headers';
import { originForm, rewriteWirePath } from './wire/wire-path';

/** The longest URL that Node reads. The router refuses longer parameters itself, in another envelope. */
const PARAM_LIMIT = 16 * 1024;

/** Builds the HTTP application of a host, ready to listen. */
export async function createApp(
  module: Type | DynamicModule,
  host: HostName,
  config: Config,
): Promise<NestFastifyApplication> {
  const adapter = new WireAdapter({
    routerOptions: { maxParamLength: PARAM_LIMIT },
    requestTimeout: 60_000,
    // Admission refuses requests without a Host header, in our own envelope.
    http: { requireHostHeader: false },
    genReqId: requestIdOf,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      void unreadable.refuse(error, socket),
    rewriteUrl: (request: IncomingMessage) => {
      const url = originForm(request.url ?? '/');
      (request as IncomingMessage & { publicUrl?: string }).publicUrl = url;
      return rewriteWirePath(url);
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLog(createLogger(config, host)),
  });
  const fastify = app.getHttpAdapter().getInstance();
  registerParsers(fastify as never);
  const logger = app.get<Logger>(LOGGER);
  const limits = app.get(RateLimitStorage);
  const headers = responseHeaders(config, host);
  const unreadable = new UnreadableRequests(
    limits,
    config.env.TRUSTED_PROXIES,
    headers,
    app.get(ErrorBodies),
    logger,
  );

  answerOddRequests(fastify.server, unreadable);
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, ...headers });
    done();
  });
  // Before admission, so that refused requests are counted on their connection too.
  endConnectionsOnClose(fastify as never);
  admitRequests(fastify as never, app.get(AdmissionService));
  logRequests(fastify as never, logger);
  keepRequests(fastify as never, app.get(RequestLog, { strict: false }));
  if (host !== 'scheduler') serveReference(app, host);
  return app;
}

/** Runs a host until a signal stops it or its parent process ends. Exits with 1 if it cannot start. */
export async function runApp(
  module: (config: Config, clock?: Clock) => DynamicModule,
  host: HostName,
): Promise<void> {
  try {
    await start(module, host);
  } catch (error) {
    reportStartFault(error);
    process.exit(1);
  }
}

async function start(
  module: (config: Config, clock?: Clock) => DynamicModule,
  host: HostName,
): Promise<void> {
  const config = Config.from(process.env);
  const app = await createApp(module(config), host, config);
  app.enableShutdownHooks();
  process.on('disconnect', () => void app.close().finally(() => process.exit(0)));
  await app.listen(config.ports[host], config.env.LISTEN_HOST);
  app.get<Logger>(LOGGER).info({ url: await app.getUrl() }, 'listening');
}
