import type { IncomingMessage } from 'node:http';
import { DomainError } from '@app/kernel';

/** The client ended its connection before the request was complete, so that no client receives a response. */
export class RequestAborted extends Error {
  /** Read by Fastify. */
  readonly statusCode = 400;
}

export const bodyTooLarge = () =>
  new DomainError('too-large', 'PAYLOAD_TOO_LARGE', 'The body is larger than this action takes.');

/** Reads a body of at most `limit` bytes. Throws PAYLOAD_TOO_LARGE, and RequestAborted where the client ends. */
export function readBody(body: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const stop = (settle: () => void) => {
      body.off('data', take).off('end', end).off('error', abort).off('close', abort);
      settle();
    };
    const take = (part: Buffer) => {
      length += part.length;
      if (length > limit) stop(() => reject(bodyTooLarge()));
      else parts.push(part);
    };
    const end = () =>
      stop(() => resolve((parts.length === 1 ? parts[0]! : Buffer.concat(parts, length)).toString()));
    const abort = () => stop(() => reject(new RequestAborted('The client ended the connection.')));
    // Of a connection that ended before, no event would tell.
    if (body.destroyed) return abort();
    body.on('data', take).on('end', end).on('error', abort).on('close', abort);
  });
}
