import {
  type BankAccountOffer,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type MobileMoneyResult,
  type UssdOffer,
  type VirtualAccountOffer,
} from '@app/charges';
import { minorFromResponse } from './amount.mapping';
import { fields, textField } from './gateway-answer.mapping';
import { redact } from './redact.policy';
import { addressFromResponse, chargeFromResponse } from './transaction.mapping';

/**
 * The account number of a bank transfer. An offer with another amount is refused, because the session could not
 * accept that payment.
 */
export function accountFromResponse(meta: unknown, askedMinor: bigint): BankAccountOffer {
  const offer = fields(fields(meta).authorization);
  const accountNumber = textField(offer, 'transfer_account');
  if (!/^\d{6,20}$/.test(accountNumber))
    throw new GatewayOutcomeUnknown('the gateway named no account number');
  if (minorFromResponse(offer.transfer_amount) !== askedMinor)
    throw new GatewayRejected('The account was offered for another amount than asked for');
  return {
    gwRef: textField(offer, 'transfer_reference'),
    accountNumber,
    bankName: redact(textField(offer, 'transfer_bank')),
    expiresAt: timeFromResponse(offer.account_expiration),
    note:
      typeof offer.transfer_note === 'string' && offer.transfer_note !== ''
        ? redact(offer.transfer_note)
        : null,
    ...simulation(offer),
  };
}

export function virtualAccountFromResponse(data: unknown): VirtualAccountOffer {
  const offer = fields(data);
  const accountNumber = textField(offer, 'account_number');
  if (!/^\d{10}$/.test(accountNumber)) throw new GatewayOutcomeUnknown('the gateway named no account number');
  return { accountNumber, bankName: redact(textField(offer, 'bank_name')), ...simulation(offer) };
}

export function ussdFromResponse(dataValue: unknown, meta: unknown): UssdOffer {
  const offer = fields(fields(meta).authorization);
  const code = textField(offer, 'note');
  if (!/^[*#][\d*#]{2,60}$/.test(code)) throw new GatewayOutcomeUnknown('the gateway named no code to dial');
  return { gwRef: textField(fields(dataValue), 'flw_ref'), code, ...simulation(offer) };
}

/** Some countries respond with only the page on which the buyer continues. */
export function mobileMoneyFromResponse(data: unknown, meta: unknown, txRef: string): MobileMoneyResult {
  const authorization = fields(fields(meta).authorization);
  if (fields(data).status === undefined && authorization.mode === 'redirect') {
    const redirectUrl = addressFromResponse(authorization.redirect);
    return { kind: 'pending', gwRef: txRef, gatewayTransactionId: null, authMode: 'redirect', redirectUrl };
  }
  return { ...chargeFromResponse(data, meta), ...simulation(authorization) };
}

/** Milliseconds since 1970, or a date as text. */
function timeFromResponse(value: unknown): Date | null {
  const text = typeof value === 'number' || typeof value === 'string' ? value : NaN;
  const time = new Date(typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Only the simulator returns the page where a tester acts as the buyer. */
function simulation({ simulate_url }: Record<string, unknown>): { simulateUrl?: string } {
  return simulate_url === undefined ? {} : { simulateUrl: addressFromResponse(simulate_url) };
}
