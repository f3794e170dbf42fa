/** The behaviour of a card when it is charged. */
export type CardBehaviour =
  | { kind: 'approve' }
  | { kind: 'decline'; reason: string }
  | { kind: 'otp' }
  | { kind: 'pin' }
  | { kind: 'pin-otp' }
  | { kind: 'challenge' };

export const SIMULATED_OTP = '123456';
export const SIMULATED_PIN = '1234';

const CARDS = new Map<string, CardBehaviour>([
  ['4000000000000000', { kind: 'approve' }],
  ['4000000000000002', { kind: 'decline', reason: 'Insufficient funds' }],
  ['4000000000000010', { kind: 'decline', reason: 'Declined by the bank' }],
  ['4000000000000226', { kind: 'otp' }],
  ['4000000000000341', { kind: 'pin' }],
  ['4000000000000366', { kind: 'pin-otp' }],
  ['4000000000003220', { kind: 'challenge' }],
]);

export interface PresentedCard {
  number: string;
  expiryMonth: string;
  /** Two digits. */
  expiryYear: string;
  cvv: string;
}

/**
 * Returns the behaviour of a card at a time. A number outside the table is declined, as are a past expiry and a
 * malformed CVV.
 */
export function behaviourOf(card: PresentedCard, now: Date): CardBehaviour {
  const behaviour = CARDS.get(card.number);
  if (!behaviour)
    return { kind: 'decline', reason: 'Unknown card: the simulator accepts its test cards only' };
  if (!/^(0[1-9]|1[0-2])$/.test(card.expiryMonth) || !/^\d{2}$/.test(card.expiryYear)) {
    return { kind: 'decline', reason: 'Invalid expiry date' };
  }
  if (hasExpired(card, now)) return { kind: 'decline', reason: 'Expired card' };
  if (!/^\d{3,4}$/.test(card.cvv)) return { kind: 'decline', reason: 'Invalid CVV' };
  return behaviour;
}

/** A card is valid until the end of its month in UTC. */
function hasExpired(card: PresentedCard, now: Date): boolean {
  const expiry = 2000 * 12 + Number(card.expiryYear) * 12 + (Number(card.expiryMonth) - 1);
  return expiry < now.getUTCFullYear() * 12 + now.getUTCMonth();
}
