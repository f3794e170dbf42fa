import type { ChargeOutcome } from '@app/charges';
import type { AttemptReport } from '../../attempts/attempt-outcomes.service';
import {
  amountNotHonoured,
  cardDeclined,
  notDue,
  payeeClosed,
  sessionExpired,
  sessionPaid,
} from '../../common/checkout.errors';

/** What a step of a card payment answers: where session and attempt stand, or why the money did not come. */
export function attemptView(report: AttemptReport, outcome?: ChargeOutcome) {
  const { session, attempt, authMode, gwRef, redirectUrl, converted, rate, failure, unapplied, triesLeft } =
    report;
  if (outcome?.kind === 'code-refused' && attempt === 'waiting')
    return cardDeclined(gwRef, outcome.reason, triesLeft);
  if (attempt === 'failed') return cardDeclined(gwRef, failure ?? 'Declined');
  if (unapplied === 'amount-mismatch') return amountNotHonoured(gwRef, report.charge, report.received!);
  if (unapplied === 'already-paid') return sessionPaid();
  if (unapplied === 'not-due') return notDue();
  if (unapplied === 'payee-closed') return payeeClosed();
  if (unapplied === 'expired') return sessionExpired();
  return {
    session_id: report.sessionId,
    status: session,
    auth_mode: authMode,
    gw_ref: gwRef,
    ...(redirectUrl !== null && { redirect_url: redirectUrl }),
    ...(converted && { charged: `${converted.currency} ${converted.text}` }),
    ...(rate !== null && { rate }),
    is_test: report.mode === 'test',
  };
}
