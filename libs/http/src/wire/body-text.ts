import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { DomainError, invalid } from '@app/kernel';

/** The client ended its connection before the request was complete, so that no client receives a response. */
export class RequestAborted extends Error {
  /** Read by Fastify. */
  readonly statusCode = 400;
}

export const bodyTooLarge = () =>
  new DomainError('too-large', 'PAYLOAD_TOO_LARGE', 'The body is larger than this action takes.');

export const encodedBody = () =>
  new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');

export const foreignCharset = () =>
  new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');

/**
 * Reads a body of at most `limit` bytes as UTF-8. Throws PAYLOAD_TOO_LARGE, VALIDATION_ERROR where the bytes are not
 * UTF-8, and RequestAborted where the client ends.
 */
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
      stop(() => {
        const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
        if (isUtf8(bytes)) resolve(bytes.toString());
        else reject(invalid('body', 'The body is not valid UTF-8.'));
      });
    const abort = () => stop(() => reject(new RequestAborted('The client ended the connection.')));
    // Of a connection that ended before, no event would tell.
    if (body.destroyed) return abort();
    body.on('data', take).on('end', end).on('error', abort).on('close', abort);
  });
}
