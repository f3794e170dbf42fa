import type { SessionStatus } from '../checkout.states';
import type { PageSession } from './page.queries';

/** A session past its time reads as expired, also before that was written. */
export function pageStatus({ status, expiresAt }: PageSession, now: Date): SessionStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}

/** Where buyers who have paid go back to, told which session it was, or which deposit; null where nothing is named. */
export function returnUrl({ successUrl, sessionId, purpose, orderRef }: PageSession): string | null {
  if (successUrl === null) return null;
  const url = new URL(successUrl);
  if (purpose === 'deposit') url.searchParams.set('tx_ref', orderRef!);
  else url.searchParams.set('session_id', sessionId);
  return url.href;
}
