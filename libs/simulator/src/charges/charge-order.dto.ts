import { isCurrency, parseMajorToMinor } from '@app/kernel';
import { SimulatorRefusal } from '../common/envelope.view';
import type { PresentedCard } from './test-cards.policy';

/** The fields that every request for a payment has, validated. */
export interface Order {
  txRef: string;
  amountMinor: bigint;
  currency: string;
  email: string;
  fullName: string | null;
  merchantName: string | null;
  clientIp: string | null;
  redirectUrl: string | null;
}

/** A decrypted card charge, validated. */
export interface ChargeOrder extends Order {
  card: PresentedCard;
  /** The card PIN, in the second request for a card that requires one. */
  pin: string | null;
}

/** Reads the fields that all requests have. Throws a 400 refusal that names an invalid field. */
export function readOrder(payload: Record<string, unknown>): Order {
  const amountMinor = parseMajorToMinor(payload.amount);
  if (amountMinor === null) throw new SimulatorRefusal(400, 'amount is invalid');
  if (!isCurrency(payload.currency)) throw new SimulatorRefusal(400, 'currency is not supported');
  const { merchant_name } = record(payload.meta);
  return {
    txRef: reference(payload.tx_ref),
    amountMinor,
    currency: payload.currency,
    email: text(payload.email) ?? refuse('email is required'),
    fullName: text(payload.fullname),
    merchantName: text(merchant_name) ?? text(payload.narration),
    clientIp: text(payload.client_ip),
    redirectUrl: httpUrl(payload.redirect_url),
  };
}

/** Reads the decrypted `client`. */
export function readChargeOrder(payload: Record<string, unknown>): ChargeOrder {
  const authorization = record(payload.authorization);
  return {
    ...readOrder(payload),
    card: {
      number: text(payload.card_number) ?? refuse('card_number is required'),
      expiryMonth: text(payload.expiry_month) ?? '',
      expiryYear: text(payload.expiry_year) ?? '',
      cvv: text(payload.cvv) ?? '',
    },
    pin: authorization.mode === 'pin' ? (text(authorization.pin) ?? '') : null,
  };
}

export function reference(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value)
    ? value
    : refuse('tx_ref is invalid');
}

/**
 * Printable text of up to 500 characters. Control characters are removed, because neither database nor page can hold
 * them.
 */
export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.replace(/\p{Cc}/gu, '').slice(0, 500) || null;
}

export function httpUrl(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    return refuse('redirect_url is invalid');
  }
  return value;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function refuse(message: string): never {
  throw new SimulatorRefusal(400, message);
}
