import type { AttemptReport } from '../../attempts/attempt-outcomes.service';
import {
  notDue,
  payeeClosed,
  paymentDeclined,
  sessionExpired,
  sessionPaid,
} from '../../common/checkout.errors';
import { instructionsView } from '../../attempts/instructions.view';

/** What a payment elsewhere answers: what the buyer has to do and until when, or why nothing came of it. */
export function methodView(report: AttemptReport) {
  const { session, attempt, failure, unapplied, charge, expiresAt, instructions, redirectUrl } = report;
  if (attempt === 'failed') return paymentDeclined(failure ?? 'Declined');
  if (unapplied === 'already-paid') return sessionPaid();
  if (unapplied === 'not-due') return notDue();
  if (unapplied === 'payee-closed') return payeeClosed();
  if (unapplied === 'expired') return sessionExpired();
  return {
    session_id: report.sessionId,
    status: statusOf(report),
    session_status: session,
    method: report.method,
    amount: charge.toJsonNumber(),
    currency: charge.currency,
    expires_at: expiresAt?.toISOString() ?? null,
    ...instructionsView(instructions),
    ...(redirectUrl !== null && { redirect_url: redirectUrl }),
    ...(instructions?.simulateUrl && { simulate_url: instructions.simulateUrl }),
    is_test: report.mode === 'test',
  };
}

/** Of the payment, not of its session, which goes back to pending when a payment ends without the money. */
function statusOf({ session, attempt }: AttemptReport): 'completed' | 'pending' | 'cancelled' {
  if (session === 'completed') return 'completed';
  return attempt === 'abandoned' ? 'cancelled' : 'pending';
}
