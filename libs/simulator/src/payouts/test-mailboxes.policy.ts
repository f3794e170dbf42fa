/** What the simulated wallet provider does with a payout to an address. */
export type PayoutScript =
  'delivered' | 'unclaimed' | 'held' | 'denied' | 'returned' | 'reversed-later' | 'unanswered';

const SCRIPTS: Readonly<Record<string, PayoutScript>> = {
  unclaimed: 'unclaimed',
  onhold: 'held',
  denied: 'denied',
  returned: 'returned',
  'reversed-later': 'reversed-later',
  unanswered: 'unanswered',
};

/** Addresses behave as the part before the @ says; every other address is paid. */
export function scriptOfMailbox(email: string): PayoutScript {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  return Object.hasOwn(SCRIPTS, local) ? SCRIPTS[local]! : 'delivered';
}
