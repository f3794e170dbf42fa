import type { RequestContext } from '@app/write-path';

/**
 * The caller's idempotency key as a charge keeps it: after a crash between sending and answering, the repeated
 * request finds the step it began, and asks instead of sending again.
 */
export function requestKeyOf({ idempotency }: RequestContext): string | null {
  return idempotency && `${idempotency.principalId} ${idempotency.operation} ${idempotency.key}`;
}
