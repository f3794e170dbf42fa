import type {
  BankTransferRequest,
  MobileMoneyRequest,
  TokenChargeRequest,
  UssdRequest,
  VirtualAccountRequest,
} from '@app/charges';
import { minorToText } from '@app/kernel';

/** The country of a token charge. The protocol requires one, and the merchant account belongs to this one. */
const COUNTRY = 'NG';

export function bankTransferPayload(request: BankTransferRequest): object {
  return {
    ...common(request),
    is_permanent: false,
    expires: request.expiresInSeconds,
    narration: request.narration,
  };
}

export function ussdPayload(request: UssdRequest): object {
  return { ...common(request), account_bank: request.bankCode };
}

export function mobileMoneyPayload(request: MobileMoneyRequest): object {
  return {
    ...common(request),
    phone_number: request.phone.replace(/^\+/, ''),
    network: request.network,
    redirect_url: request.redirectUrl,
  };
}

/** The protocol's name for a currency's mobile money; null if it has none. */
export function mobileMoneyType(currency: string): string | null {
  return { GHS: 'mobile_money_ghana', KES: 'mpesa' }[currency] ?? null;
}

export function tokenPayload(request: TokenChargeRequest): object {
  const [first_name, ...rest] = (request.fullName ?? '').split(' ');
  return {
    ...common(request),
    token: request.token.reveal(),
    country: COUNTRY,
    first_name: first_name || undefined,
    last_name: rest.join(' ') || undefined,
    narration: request.narration,
  };
}

export function virtualAccountPayload(request: VirtualAccountRequest): object {
  const { txRef: tx_ref, email, bvn, firstName, lastName, phone, narration } = request;
  return {
    tx_ref,
    email,
    narration,
    is_permanent: true,
    bvn: bvn.digits,
    firstname: firstName,
    lastname: lastName,
    phonenumber: phone?.replace(/^\+/, ''),
  };
}

function common(request: BankTransferRequest | UssdRequest | MobileMoneyRequest | TokenChargeRequest) {
  const { txRef: tx_ref, amountMinor, currency, email, fullName: fullname } = request;
  return { tx_ref, amount: minorToText(amountMinor), currency, email, fullname };
}
