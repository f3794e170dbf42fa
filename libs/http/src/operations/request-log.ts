import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Caller, principalOf } from '../access/caller';
import { withoutRedaction } from '../logging/logger';
import { publicUrl, type WireRequest } from '../wire/request';
import { publicPath } from '../wire/wire-path';
import { httpDuration } from './metrics';

const PLAIN_ACTION = /^\/api\/[a-z0-9-]+\.php\?action=[a-z0-9-]{1,40}$/;

/**
 * The URL without secrets: for the API the operation from the rewritten URL, for other paths the route's pattern,
 * because those paths may contain tokens.
 */
export function loggableUrl(given: string, rewritten: string, route: string): string {
  if (PLAIN_ACTION.test(given)) return given;
  return rewritten.startsWith('/api/') ? publicPath(rewritten.split('?', 1)[0]!).slice(0, 200) : route;
}

const durations = new Map<string, ReturnType<typeof httpDuration.labels>>();

/** Caches the histogram of each route and status, because the library builds a key of all labels for each value. */
function durationsOf(method: string, route: string, status: number): ReturnType<typeof httpDuration.labels> {
  const name = `${method} ${route} ${status}`;
  const known = durations.get(name) ?? httpDuration.labels({ method, route, status });
  durations.set(name, known);
  return known;
}

/** The caller and, of a member of a team, the account that the session acts for. */
function namesOf(caller: Caller | undefined): { caller?: string; account?: string } {
  if (!caller) return {};
  if (caller.kind === 'user' && caller.teamRole) return { caller: caller.userId, account: caller.accountId };
  return { caller: principalOf(caller) ?? caller.kind };
}

/** Writes one log line and one measurement per request, after its response. */
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
        url: loggableUrl(publicUrl(request), request.url, route),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...namesOf(caller),
        address: clientAddress,
      });
    }
    done();
  });
}
