import type { FastifyInstance } from 'fastify';
import type { RequestLog } from '../access/ports';
import type { WireRequest } from '../wire/request';

const ACTION = /^\/api\/([a-z0-9-]+\.php(?:\/[a-z0-9-]{1,40}){0,2})$/;
const ACCOUNTS = new Set(['user', 'app', 'public-key']);
const OBJECTS = ['session_id', 'subscription_id', 'plan_id', 'webhook_id', 'app_id', 'uuid', 'id'];
/** Ids as this platform makes them. Credentials, whose prefixes are others, do not match. */
const ID =
  /^(?:(?:cs|sub|plan|inv|rf|cb|link)_(?:live_|test_)?[\w-]{8,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Notes writes, and refusals of reads, of accounts in their log, after the response. Bodies, query values and names are left
 * out, but for the id of an object.
 */
export function keepRequests(fastify: FastifyInstance, log: RequestLog): void {
  fastify.addHook('onResponse', (given, reply, done) => {
    const request = given as WireRequest;
    const { caller, method, clientAddress: address, errorCode = null } = request;
    const [, action] = ACTION.exec(request.url.split('?', 1)[0]!) ?? [];
    const isKept = method === 'POST' || method === 'DELETE' || reply.statusCode >= 400;
    if (action !== undefined && isKept && caller && ACCOUNTS.has(caller.kind)) {
      log.add({
        requestId: request.id,
        caller,
        operation: `${method} ${action}`,
        status: reply.statusCode,
        errorCode,
        ms: Math.round(reply.elapsedTime),
        address,
        isReplayed: reply.getHeader('idempotency-replayed') !== undefined,
        objectId: objectOf(request.body) ?? objectOf(request.query),
      });
    }
    done();
  });
}

export function objectOf(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  for (const name of OBJECTS) {
    const value = (fields as Record<string, unknown>)[name];
    if (typeof value === 'string' && ID.test(value)) return value;
  }
  return null;
}
