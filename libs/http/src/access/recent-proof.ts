import { proofRequired } from './access.errors';
import type { UserCaller } from './caller';
import { RECENT_PROOF_SECONDS } from './policy';

/**
 * Throws TOTP_REQUIRED unless the session has proved its second factor within the last 30 minutes. A proof that lies far
 * ahead is none: the clock was moved back since.
 */
export function assertRecentProof({ provedAt }: Pick<UserCaller, 'provedAt'>, now: Date): void {
  const age = provedAt && Math.abs(now.getTime() - provedAt.getTime());
  if (age === null || age > RECENT_PROOF_SECONDS * 1000) throw proofRequired();
}
