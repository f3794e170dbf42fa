import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { principalOf } from '../access/caller';
import { withoutRedaction } from './logger';
import { publicUrl, type WireRequest } from '../wire/request';
import { httpDuration } from './metrics';

/** Query parameters that say which operation ran; every other may carry personal data or a token. */
const LOGGED = ['section', 'action'];
const PLAIN_ACTION = /^\/api\/[a-z0-9-]+\.php\?action=[a-z0-9-]{1,40}$/;
const TOKEN_PATH = /^(\/(?:pay|link|invoice|escrow|challenge)\/)[^/?]+/;

/** The URL without anything secret: tokens in paths are masked, only the operation's own parameters stay. */
export function loggableUrl(url: string): string {
  if (PLAIN_ACTION.test(url)) return url;
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const kept = LOGGED.filter((name) => parameters.has(name)).map((name) => `${name}=${parameters.get(name)}`);
  const masked = path.replace(TOKEN_PATH, '$1*');
  return (kept.length > 0 ? `${masked}?${kept.join('&')}` : masked).slice(0, 200);
}

const durations = new Map<string, ReturnType<typeof httpDuration.labels>>();

/** The histogram of a route and status, found once: the library builds a key of all labels for each value. */
function durationsOf(method: string, route: string, status: number): ReturnType<typeof httpDuration.labels> {
  const name = `${method} ${route} ${status}`;
  const known = durations.get(name) ?? httpDuration.labels({ method, route, status });
  durations.set(name, known);
  return known;
}

/** One line and one measurement per request, when its answer is out. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  const lines = withoutRedaction(logger);
  fastify.addHook('onResponse', (request, reply, done) => {
    const { caller, clientAddress } = request as WireRequest;
    const route = request.routeOptions.url ?? 'unknown';
    durationsOf(request.method, route, reply.statusCode).observe(reply.elapsedTime / 1000);
    if (!route.startsWith('/health')) {
      lines.info({
        request_id: request.id,
        method: request.method,
        url: loggableUrl(publicUrl(request)),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: caller ? (principalOf(caller) ?? caller.kind) : undefined,
        address: clientAddress,
      });
    }
    done();
  });
}
