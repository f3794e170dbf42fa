import type { RequestContext } from '@app/write-path';

/** The request as its attempt remembers it, so that the same request finds what it began before a crash. */
export function requestKeyOf({ idempotency }: RequestContext): string | null {
  return idempotency && `${idempotency.principalId} ${idempotency.operation} ${idempotency.key}`;
}
