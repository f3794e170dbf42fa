import type { CardPayee } from '@app/charges';
import type { CheckoutSession } from '../../sessions/checkout-session.aggregate';

/** Which limits of cards a session falls under. */
export function cardPayeeOf({ origin, openedThrough, appId, ownerId, mode }: CheckoutSession): CardPayee {
  if (origin === 'deposit' || appId === null) return { kind: 'deposit', ownerId };
  return { kind: openedThrough === 'public' ? 'public-key' : 'secret-key', appId, mode };
}
