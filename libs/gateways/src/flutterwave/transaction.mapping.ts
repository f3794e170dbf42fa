import {
  CardToken,
  GatewayOutcomeUnknown,
  type CardChargeResult,
  type GatewayTransaction,
  type PaidCard,
} from '@app/charges';
import { minorFromResponse } from './amount.mapping';
import { fields, textField } from './gateway-answer.mapping';
import { redact } from './redact.policy';

type Status = GatewayTransaction['status'];

const STATUSES = new Map<string, Status>([
  ['successful', 'successful'],
  ['success', 'successful'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['cancelled', 'failed'],
  ['pending', 'pending'],
  ['success-pending-validation', 'pending'],
]);

/** Maps the gateway's status of a charge to the product's. An unknown status is no evidence. */
export function statusFromResponse(value: unknown): Status {
  const status = typeof value === 'string' ? STATUSES.get(value.toLowerCase()) : undefined;
  if (!status) throw new GatewayOutcomeUnknown('the gateway answered with an unknown status');
  return status;
}

/**
 * Reads a transaction of verification. Throws `GatewayOutcomeUnknown` if a field on which money depends is missing.
 */
export function transactionFromResponse(value: unknown): GatewayTransaction {
  const data = fields(value);
  const amountMinor = minorFromResponse(data.amount);
  const chargedAmountMinor = minorFromResponse(data.charged_amount ?? data.amount);
  if (amountMinor === null || chargedAmountMinor === null) {
    throw new GatewayOutcomeUnknown("the gateway's answer lacks amount");
  }
  return {
    id: textField(data, 'id'),
    txRef: textField(data, 'tx_ref'),
    gwRef: textField(data, 'flw_ref'),
    status: statusFromResponse(data.status),
    amountMinor,
    chargedAmountMinor,
    currency: textField(data, 'currency').toUpperCase(),
    processorResponse: processorResponse(data),
    ...cardFromResponse(data.card, data.customer),
  };
}

/** The state of a charge after one step. `meta.authorization` names the next step of a pending one. */
export function chargeFromResponse(dataValue: unknown, metaValue: unknown): CardChargeResult {
  const data = fields(dataValue);
  const kind = statusFromResponse(data.status);
  const result: CardChargeResult = {
    kind,
    gwRef: textField(data, 'flw_ref'),
    gatewayTransactionId: textField(data, 'id'),
    authMode: null,
  };
  if (kind === 'failed') return { ...result, declineReason: processorResponse(data) || 'Declined' };
  if (kind === 'successful') return result;
  const authorization = fields(fields(metaValue).authorization);
  if (authorization.mode === 'otp') return { ...result, authMode: 'otp' };
  if (authorization.mode === 'redirect') {
    return { ...result, authMode: 'redirect', redirectUrl: addressFromResponse(authorization.redirect) };
  }
  return result;
}

/** The URL to which the gateway redirects the buyer. */
export function addressFromResponse(value: unknown): string {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw new GatewayOutcomeUnknown('the gateway asked for a redirect without an address');
  }
  return value;
}

function processorResponse(data: Record<string, unknown>): string {
  return typeof data.processor_response === 'string' ? redact(data.processor_response) : '';
}

function cardFromResponse(value: unknown, customer: unknown): Pick<GatewayTransaction, 'card'> {
  const { type, last_4digits: last4, token, expiry } = fields(value);
  if (typeof last4 !== 'string') return {};
  const { email } = fields(customer);
  const expiresAt = expiryFromResponse(expiry);
  const card: PaidCard = {
    brand: typeof type === 'string' ? type.toLowerCase() : 'unknown',
    last4,
    ...(typeof token === 'string' && token !== '' && { token: new CardToken(token) }),
    ...(expiresAt && { expiresAt }),
    ...(typeof email === 'string' && { email }),
  };
  return { card };
}

/** The end of the month that a card names as `09/32`, in UTC; null where it is not written so. */
function expiryFromResponse(value: unknown): Date | null {
  const found = typeof value === 'string' ? /^(0[1-9]|1[0-2])\/(?:20)?(\d{2})$/.exec(value) : null;
  return found && new Date(Date.UTC(2000 + Number(found[2]), Number(found[1])));
}
