import type { Money } from '@app/kernel';
import type { Refund } from './refund.aggregate';

/** What is shown of a refund. */
export type RefundFacts = Pick<
  Refund,
  | 'refundId'
  | 'sessionId'
  | 'invoiceId'
  | 'ownerId'
  | 'mode'
  | 'source'
  | 'status'
  | 'stage'
  | 'face'
  | 'charge'
  | 'debited'
  | 'method'
  | 'rail'
  | 'reason'
  | 'refundRef'
  | 'failure'
  | 'gateway'
  | 'gatewayTransactionId'
  | 'providerId'
  | 'mayHaveGone'
  | 'dueAt'
  | 'destination'
  | 'takenAt'
  | 'createdAt'
  | 'endedAt'
  | 'returnedAt'
>;

/** How amounts are shown: in major units by Variant A, in smallest units by Variant B. */
export type AmountView = (amount: Money) => number;

export const inMajorUnits: AmountView = (amount) => amount.toJsonNumber();
export const inSmallestUnits: AmountView = ({ minor }) => Number(minor);

/** A refund as its merchant sees it. What staff have to ask the company is not shown. */
export function refundView(refund: RefundFacts, shown: AmountView = inMajorUnits) {
  const { face, charge, debited, status, endedAt } = refund;
  return {
    refund_id: refund.refundId,
    session_id: refund.sessionId,
    invoice_id: refund.invoiceId,
    status,
    stage: refund.stage,
    amount: shown(face),
    currency: face.currency,
    returned_amount: shown(charge),
    returned_currency: charge.currency,
    debited_amount: shown(debited),
    method: refund.method,
    reason: refund.reason,
    refund_ref: refund.refundRef,
    failure: status === 'failed' ? refund.failure : null,
    is_test: refund.mode === 'test',
    created_at: refund.createdAt.toISOString(),
    completed_at: status === 'completed' ? endedAt!.toISOString() : null,
    returned_at: refund.returnedAt?.toISOString() ?? null,
  };
}

/** The same with the address at which its payer names an account; null in live mode, which mails it. */
export function refundDetailView(refund: RefundFacts, accountUrl: string | null, shown?: AmountView) {
  return { ...refundView(refund, shown), account_url: accountUrl };
}

/** The same for staff, with what decides about it. */
export function staffRefundView(refund: RefundFacts) {
  return {
    ...refundView(refund),
    source: refund.source,
    owner_id: refund.ownerId,
    rail: refund.rail,
    gateway: refund.gateway,
    gateway_transaction_id: refund.gatewayTransactionId,
    provider_id: refund.providerId,
    may_have_gone: refund.mayHaveGone,
    destination: refund.destination.shown,
    taken_at: refund.takenAt?.toISOString() ?? null,
    failure: refund.failure,
    due_at: refund.dueAt?.toISOString() ?? null,
    ended_at: refund.endedAt?.toISOString() ?? null,
  };
}
