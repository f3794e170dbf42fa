import { withParameters } from '@app/pages';
import type { SessionStatus } from '../sessions/session.states';
import type { PageSession } from './page.queries';

/** A session past its time is shown as expired, even before the expiry is stored. */
export function pageStatus({ status, expiresAt }: PageSession, now: Date): SessionStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** The return address of buyers who have paid, with the id of the session or deposit; null: none was given. */
export function returnUrl({ successUrl, sessionId, purpose, orderRef }: PageSession): string | null {
  if (successUrl === null) return null;
  return withParameters(
    successUrl,
    purpose === 'deposit' ? { tx_ref: orderRef! } : { session_id: sessionId },
  );
}
