import { DomainError } from '@app/kernel';
import type { UserCaller } from './caller';

/** The refusal of a decision of staff about their own object. */
export class OwnObject extends DomainError {
  constructor(decision: string) {
    super('forbidden', 'FORBIDDEN', `Staff cannot ${decision} of their own.`);
  }
}

/**
 * Throws FORBIDDEN where the caller is the owner, because staff may not decide about their own objects.
 * `decision` completes the message, e.g. `decide a dispute`. Null stands for the service's own accounts and
 * people without an account.
 */
export function assertNotOwn(
  { userId }: Pick<UserCaller, 'userId'>,
  ownerId: string | null,
  decision: string,
): void {
  if (ownerId === userId) throw new OwnObject(decision);
}
