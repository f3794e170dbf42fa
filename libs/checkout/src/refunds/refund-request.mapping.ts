import type { ErrorCode } from '@app/kernel';
import type { RefundRequest } from './refund-creation.service';
import type { RefundTermsBody } from './refunds.dto';

/** What every action that creates a refund can answer. */
export const REFUND_REFUSALS = [
  'CONFLICT',
  // The account or the wallet is frozen.
  'FORBIDDEN',
  'FX_RATE_UNAVAILABLE',
  'INSUFFICIENT_FUNDS',
  'INVALID_STATE',
  'LIMIT_REACHED',
  'NOT_FOUND',
] as const satisfies readonly ErrorCode[];

export function requestIn(
  { reason, refund_ref, customer_email }: RefundTermsBody,
  amountMinor: bigint | null,
): RefundRequest {
  return {
    amountMinor,
    reason: reason ?? null,
    refundRef: refund_ref ?? null,
    customerEmail: customer_email ?? null,
  };
}
