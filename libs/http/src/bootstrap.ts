import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config, type HostName } from '@app/config';
import { Clock } from '@app/kernel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { clientAddressOf } from './access/client-address';
import { countByAddress } from './limits/address-limit';
import { setRateHeaders } from './limits/rate-limit.headers';
import { RateLimitStorage } from './limits/rate-limit.storage';
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
/** The longest URL that Node reads. The router refuses longer parameters itself, in another envelope. */
const PARAM_LIMIT = 16 * 1024;
/** The simulated card company. Only this platform's servers call it, all from one address. */
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
  const limits = app.get(RateLimitStorage);
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
  // Requests refused before the guards, such as those with a malformed body, are counted by address.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const isUncounted = (request as WireRequest).policy?.uncounted || request.url.startsWith(UNCOUNTED);
    if (isUncounted || reply.hasHeader('x-ratelimit-limit')) return done();
    countByAddress(limits, clientAddressOf(request.raw, config.env.TRUSTED_PROXIES))
      .then((record) => setRateHeaders(reply as never, record))
      .then(() => done(), done);
  });
  logRequests(fastify as never, logger);
  if (host !== 'scheduler') serveReference(app, host);
  return app;
}

/** Runs a host until a signal stops it or its parent process ends. */
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
