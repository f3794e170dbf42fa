import type { AttemptStatus } from '../attempts/attempt-terms';
import { type BuyerView, STRANGER } from './buyer-views.service';
import { instructionsView } from '../attempts/instructions.view';
import type { PageAttempt, PageSession } from './page.queries';
import { pageStatus, returnUrl } from './page.view';

/** How a payment stands, in words a page can show. */
type PaymentState =
  /** The buyer has something to do: see `instructions`, `auth_mode` or `redirect_url`. */
  | 'waiting'
  /** Only the company knows the outcome; nothing to do. */
  | 'confirming'
  | 'successful'
  | 'failed'
  | 'cancelled'
  /** Money came that the session could not take: another amount, too late, or twice. */
  | 'set_aside'
  | 'refunded';

const NO_MAIL =
  'Test mode: no mail is sent. After the payment the link of the escrow is here in portal_url for the buyer who confirmed ' +
  'their address, and in portal_url of escrow.php?action=detail with a test key.';

/**
 * What the page may know: nothing of the metadata, of the customer only the address of the receipt, and the order once it
 * is paid.
 */
export function publicStatus(session: PageSession, now: Date, viewer = STRANGER) {
  const { attempt } = session;
  const status = pageStatus(session, now);
  const isWaiting = status === 'processing' && attempt?.status === 'waiting';
  const isElsewhere = isWaiting && isOfAnother(session, viewer);
  return {
    session_id: session.sessionId,
    status,
    amount: session.amount.toJsonNumber(),
    currency: session.amount.currency,
    amount_due: session.amount.plus(session.fee).toJsonNumber(),
    escrow: session.escrow && {
      fee: session.fee.toJsonNumber(),
      condition: session.escrow.condition,
      deadline_days: session.escrow.deadlineDays,
      started_elsewhere: isElsewhere,
      portal_url: viewer.portalUrl,
      mail_sent: session.mode === 'live',
      note: session.mode === 'test' ? NO_MAIL : null,
    },
    description: session.description,
    merchant: { name: session.payee },
    payment_methods: session.paymentMethods,
    is_test: session.mode === 'test',
    expires_at: session.expiresAt.toISOString(),
    paid_at: session.paidAt?.toISOString() ?? null,
    auth_mode: isWaiting ? attempt.authMode : null,
    gw_ref: isWaiting ? attempt.gwRef : null,
    redirect_url: isWaiting && !isElsewhere ? attempt.redirectUrl : null,
    failure: status === 'pending' && attempt?.status === 'failed' ? attempt.failure : null,
    payment: attempt && paymentView(attempt, now, isElsewhere),
    return_url: status === 'completed' ? returnUrl(session) : null,
    order_ref: status === 'completed' ? orderOf(session) : null,
    receipt_email: receiptEmailOf(session),
    revision: revisionOf(session, now, viewer),
  };
}

/** The merchant's reference of what was paid. Those of deposits and payment links are the service's own. */
function orderOf({ purpose, orderRef }: PageSession): string | null {
  return purpose === 'payment' || purpose === 'invoice' ? orderRef : null;
}

/** A receipt of a subscription goes to the present address of its customer, which may be another one than the session's. */
function receiptEmailOf({ purpose, customerEmail }: PageSession): string | null {
  return purpose === 'subscription' || purpose === 'deposit' ? null : customerEmail;
}

/** Another text whenever a page would show something else. */
export function revisionOf(session: PageSession, now: Date, { isBuyer }: BuyerView): string {
  return `${session.revision}.${pageStatus(session, now)}${isBuyer ? '.buyer' : ''}`;
}

/**
 * Whether a payment into escrow was not started by the viewer. Its instructions are hidden, because the
 * money would be held for the buyer who started it.
 */
function isOfAnother({ escrow, attempt }: PageSession, { isBuyer }: BuyerView): boolean {
  return escrow !== null && attempt !== null && attempt.method !== 'wallet' && !isBuyer;
}

function paymentView(attempt: PageAttempt, now: Date, isHidden: boolean) {
  const { method, charge, instructions, expiresAt, received } = attempt;
  const state = stateOf(attempt);
  const isDue = !isHidden && state === 'waiting' && (expiresAt === null || expiresAt > now);
  return {
    method,
    state,
    amount: charge.toJsonNumber(),
    currency: charge.currency,
    expires_at: expiresAt?.toISOString() ?? null,
    instructions: isDue ? instructionsView(instructions) : null,
    ...(isDue && instructions?.simulateUrl && { simulate_url: instructions.simulateUrl }),
    failure: state === 'failed' ? attempt.failure : null,
    received: received && {
      amount: received.toJsonNumber(),
      currency: received.currency,
      set_aside: attempt.unappliedReason,
      outcome: outcomeOf(attempt),
    },
  };
}

/** What becomes of money that was set aside: staff decide, or it goes back by itself. Null for other money. */
function outcomeOf({ status, isReturning }: PageAttempt) {
  if (status === 'unapplied') return isReturning ? 'returning' : 'undecided';
  if (status === 'refunded') return 'returned';
  return status === 'applied' ? 'credited' : null;
}

function stateOf(attempt: PageAttempt): PaymentState {
  const { status, method, authMode, instructions, redirectUrl } = attempt;
  // It was paid, and an escrow has given it back: on its way, or there.
  if (attempt.unappliedReason === 'escrow-returned') return 'refunded';
  if (status !== 'waiting') return STATES[status];
  // A card whose bank is not done yet waits for that bank alone.
  return method !== 'card' || authMode || instructions || redirectUrl ? 'waiting' : 'confirming';
}

const STATES: Record<Exclude<AttemptStatus, 'waiting'>, PaymentState> = {
  calling: 'confirming',
  succeeded: 'successful',
  failed: 'failed',
  abandoned: 'cancelled',
  unapplied: 'set_aside',
  refunded: 'refunded',
  applied: 'set_aside',
};
