import { minorToText } from '@app/kernel';
import type { CardChargeRequest } from '@app/charges';

/**
 * A charge in the fields of the protocol, to be encrypted. It contains the card in plain text, so it must not be
 * stored or logged.
 */
export function chargePayload(request: CardChargeRequest): Record<string, unknown> {
  const { card } = request;
  return {
    card_number: card.number,
    cvv: card.cvv,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    currency: request.currency,
    amount: minorToText(request.amountMinor),
    email: request.email,
    fullname: request.fullName ?? card.name,
    tx_ref: request.txRef,
    redirect_url: request.redirectUrl,
    client_ip: request.clientIp,
    meta: request.merchantName === undefined ? undefined : { merchant_name: request.merchantName },
    authorization: request.authorization,
  };
}
