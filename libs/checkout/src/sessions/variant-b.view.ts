import { refundState, type SessionFacts, shownStatus } from './session.view';

/** A session as Variant B shows it: smallest units, and a number for its id. */
export function sessionViewB(session: SessionFacts, address: { token: string; url: string }, now: Date) {
  const { amount } = session;
  const refund = refundState(session);
  return {
    session_id: Number(session.number),
    session_token: address.token,
    checkout_url: address.url,
    status: shownStatus(session, now),
    amount: Number(amount.minor),
    currency: amount.currency,
    currency_code: amount.currency,
    description: session.description,
    customer_email: session.customerEmail,
    customer_name: session.customerName,
    metadata: session.metadata,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    gateway: session.gateway,
    payment_method: session.paymentMethod,
    is_test: session.mode === 'test',
    /** What Variant A and the events call it. */
    reference: session.sessionId,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    paid_at: session.paidAt?.toISOString() ?? null,
    refunded_amount: Number(refund.refunded.minor),
    refund_status: refund.status,
  };
}
