import { GatewayOutcomeUnknown, type RefundResult } from '@app/charges';
import { minorFromResponse } from './amount.mapping';
import { fields, textField } from './gateway-answer.mapping';

const STATUSES = new Map<unknown, RefundResult['status']>([
  ['completed', 'completed'],
  ['successful', 'completed'],
  ['pending', 'pending'],
  ['new', 'pending'],
  ['failed', 'failed'],
]);

/** Reads a refund of the gateway. Throws `GatewayOutcomeUnknown` if id, amount or state is missing. */
export function refundFromResponse(value: unknown): RefundResult {
  const data = fields(value);
  const amountMinor = minorFromResponse(data.amount_refunded);
  const status = STATUSES.get(typeof data.status === 'string' ? data.status.toLowerCase() : undefined);
  if (amountMinor === null || !status)
    throw new GatewayOutcomeUnknown('the gateway answered an incomplete refund');
  return { refundId: textField(data, 'id'), status, amountMinor };
}

/** Reads the response about one refund. Throws `GatewayOutcomeUnknown` if it is about another. */
export function refundAskedFor(refundId: string, value: unknown): RefundResult {
  const found = refundFromResponse(value);
  if (found.refundId !== refundId) throw new GatewayOutcomeUnknown('the gateway answered for another refund');
  return found;
}

/** Whether a refusal says that payments of this method are not refunded. It only decides how the money goes back. */
export const refusesMethod = (message: string): boolean =>
  /refunds?\b.*\bnot (supported|available|allowed)\b.*\b(method|type|channel)\b/i.test(message);
