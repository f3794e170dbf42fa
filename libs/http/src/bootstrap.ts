import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config, type HostName } from '@app/config';
import { Clock } from '@app/kernel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { clientAddressOf } from './access/client-address';
import { RATE_CLASSES } from './limits/rate-classes';
import { setRateHeaders } from './limits/rate-limit.guard';
import { RateLimitStore } from './limits/rate-limit-store';
import { serveReference } from './openapi/reference';
import { endConnectionsOnClose } from './operations/drain';
import { createLogger, LOGGER, NestLog } from './operations/logger';
import { logRequests } from './operations/request-log';
import { honourBodyLimits } from './wire/body-limit';
import { registerParsers } from './wire/parsers';
import type { WireRequest } from './wire/request';
import { requestIdOf } from './wire/request-id';
import { batchRequests } from './wire/request-batching';
import { UnreadableRequests } from './wire/unreadable-requests';
import { WireAdapter } from './wire/wire-adapter';
import { rewriteWirePath } from './wire/wire-path';

const BODY_LIMIT_BYTES = 100 * 1024;
/** As long as anything Node reads: the router would refuse longer ones by itself, in an envelope that is not ours. */
const PARAM_LIMIT = 16 * 1024;
/** The simulated card company: our own servers call it, all from one address. */
const UNCOUNTED = '/simulator/';

/** Builds the HTTP application of a host, ready to listen. */
export async function createApp(
  module: Type | DynamicModule,
  host: HostName,
  config: Config,
): Promise<NestFastifyApplication> {
  const adapter = new WireAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    requestTimeout: 60_000,
    genReqId: requestIdOf,
    clientErrorHandler: (error: Error, socket: Socket) => void unreadable.refuse(error, socket),
    rewriteUrl: (request: IncomingMessage) => {
      const url = request.url ?? '/';
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
  honourBodyLimits(fastify as never);
  const logger = app.get<Logger>(LOGGER);
  const limits = app.get(RateLimitStore);
  const unreadable = new UnreadableRequests(limits, config.env.TRUSTED_PROXIES, logger);

  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    done();
  });
  batchRequests(fastify as never);
  endConnectionsOnClose(fastify as never);
  // Requests refused before the gates (unreadable bodies) are counted against their address.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const isUncounted = (request as WireRequest).policy?.uncounted || request.url.startsWith(UNCOUNTED);
    if (isUncounted || reply.hasHeader('x-ratelimit-limit')) return done();
    const { limit, windowSeconds } = RATE_CLASSES.general;
    const address = clientAddressOf(request.raw, config.env.TRUSTED_PROXIES);
    limits
      .hit(`general ${address}`, windowSeconds)
      .then((hits) => setRateHeaders(reply as never, limit, hits))
      .then(() => done(), done);
  });
  logRequests(fastify as never, logger);
  if (host !== 'scheduler') serveReference(app, host);
  return app;
}

/** Runs a host until it is told to stop, or until the process that started it is gone. */
export async function runApp(
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
