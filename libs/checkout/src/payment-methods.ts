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

/** Those a session can be paid by today. */
const SERVED: readonly PaymentMethod[] = ['card', 'wallet'];

export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return typeof value === 'string' && (PAYMENT_METHODS as readonly string[]).includes(value);
}

/** What a session offers: of the methods asked for, or of all where none were named, those that are served. */
export function offeredMethods(asked?: readonly PaymentMethod[] | null): PaymentMethod[] {
  return SERVED.filter((method) => !asked || asked.includes(method));
}
