import type { SessionStatus } from './checkout.states';
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

/** What the page may know: nothing of the customer, the order or the metadata. */
export function publicStatus(session: PageSession, now: Date) {
  const { attempt } = session;
  const status = pageStatus(session, now);
  const isWaiting = status === 'processing' && attempt?.status === 'waiting';
  return {
    session_id: session.sessionId,
    status,
    amount: session.amount.toJsonNumber(),
    currency: session.amount.currency,
    description: session.description,
    merchant: { name: session.payee },
    payment_methods: session.paymentMethods,
    is_test: session.mode === 'test',
    expires_at: session.expiresAt.toISOString(),
    paid_at: session.paidAt?.toISOString() ?? null,
    auth_mode: isWaiting ? attempt.authMode : null,
    gw_ref: isWaiting ? attempt.gwRef : null,
    redirect_url: isWaiting ? attempt.redirectUrl : null,
    failure: status === 'pending' && attempt?.status === 'failed' ? attempt.failure : null,
    return_url: status === 'completed' ? returnUrl(session) : null,
  };
}
