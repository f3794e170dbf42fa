import { minorToText } from '@app/kernel';
import type { CardChargeRequest } from '@app/charges';

/** A charge in the protocol's own fields, ready to be encrypted. Holds the card in the clear: keep it in memory, never log it. */
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
