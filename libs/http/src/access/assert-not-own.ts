import { DomainError } from '@app/kernel';
import type { UserCaller } from './caller';

/**
 * Staff decide nothing of their own: throws FORBIDDEN where the owner is the caller. `decision` completes the message,
 * e.g. `decides a dispute`. Null owners are the service's own accounts and people without an account.
 */
export function assertNotOwn(
  { userId }: Pick<UserCaller, 'userId'>,
  ownerId: string | null,
  decision: string,
): void {
  if (ownerId !== userId) return;
  throw new DomainError('forbidden', 'FORBIDDEN', `Nobody ${decision} of their own.`);
}
