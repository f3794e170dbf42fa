import type { Currency, Mode } from '@app/kernel';

/** Every way of paying the specification knows. */
export const PAYMENT_METHODS = [
  'card',
  'bank_transfer',
  'ussd',
  'wallet',
  'mobile_money',
  'extwallet',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The methods that a buyer completes away from the page, at a later time. */
export type AsyncMethod = Exclude<PaymentMethod, 'card' | 'wallet'>;

/** Session currencies of the methods that not every currency has. */
const CURRENCIES_OF: Partial<Record<PaymentMethod, readonly Currency[]>> = {
  bank_transfer: ['NGN'],
  ussd: ['NGN'],
  mobile_money: ['GHS', 'KES'],
  extwallet: ['USD', 'GBP', 'EUR', 'CAD'],
};

/** Specification: the others are live only. */
const IN_TEST_MODE: readonly PaymentMethod[] = ['card', 'wallet'];

export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return typeof value === 'string' && (PAYMENT_METHODS as readonly string[]).includes(value);
}

export interface Payable {
  mode: Mode;
  currency: Currency;
  /** Whether this installation can collect from external wallets. */
  hasExternalWallet: boolean;
}

/** What a session offers: of the methods asked for, or of all where none were named, those it can be paid by. */
export function offeredMethods(
  { mode, currency, hasExternalWallet }: Payable,
  asked?: readonly PaymentMethod[] | null,
): PaymentMethod[] {
  return PAYMENT_METHODS.filter(
    (method) =>
      (!asked || asked.includes(method)) &&
      (mode === 'live' || IN_TEST_MODE.includes(method)) &&
      (CURRENCIES_OF[method]?.includes(currency) ?? true) &&
      (method !== 'extwallet' || hasExternalWallet),
  );
}

/** What is kept of the card of a payment. */
export interface CardName {
  brand: string;
  last4: string;
}
