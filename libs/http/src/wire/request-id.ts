import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const GIVEN = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's `X-Request-Id` where it is well formed, otherwise a new id. */
export function requestIdOf(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}
