import { readOrder, reference, refuse, type Order, text } from './charge-order.dto';

/** A payment that the buyer completes on a phone or another page, validated. */
export interface AccountOrder extends Order {
  expiresInSeconds: number;
}

/** A permanent account number. The BVN is checked and not kept. */
export interface PermanentAccountOrder {
  txRef: string;
  email: string;
  merchantName: string | null;
}

export interface UssdOrder extends Order {
  bankCode: string;
}

export interface MobileMoneyOrder extends Order {
  /** Digits with the country code, without a plus. */
  phone: string;
  network: string;
}

export interface TokenOrder extends Order {
  token: string;
}

type Payload = Record<string, unknown>;

export function readAccountOrder(payload: Payload): AccountOrder {
  const { expires } = payload;
  const seconds = Number.isSafeInteger(expires) && Number(expires) > 0 ? Number(expires) : 3600;
  return { ...inNaira(readOrder(payload)), expiresInSeconds: seconds };
}

export function readPermanentAccountOrder(payload: Payload): PermanentAccountOrder {
  if (payload.is_permanent !== true) refuse('is_permanent must be true');
  if (typeof payload.bvn !== 'string' || !/^\d{11}$/.test(payload.bvn)) refuse('bvn must be of 11 digits');
  return {
    txRef: reference(payload.tx_ref),
    email: text(payload.email) ?? refuse('email is required'),
    merchantName: text(payload.narration),
  };
}

export function readUssdOrder(payload: Payload): UssdOrder {
  const bankCode = text(payload.account_bank) ?? '';
  if (!/^\d{3,6}$/.test(bankCode)) refuse('account_bank is required');
  return { ...inNaira(readOrder(payload)), bankCode };
}

export function readMobileMoneyOrder(payload: Payload): MobileMoneyOrder {
  const phone = text(payload.phone_number) ?? '';
  if (!/^\d{9,15}$/.test(phone)) refuse('phone_number is invalid');
  return { ...readOrder(payload), phone, network: text(payload.network) ?? refuse('network is required') };
}

export function readTokenOrder(payload: Payload): TokenOrder {
  return { ...readOrder(payload), token: text(payload.token) ?? refuse('token is required') };
}

function inNaira<O extends Order>(order: O): O {
  return order.currency === 'NGN' ? order : refuse('currency must be NGN');
}
