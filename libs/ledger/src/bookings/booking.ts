import { type Journal, type Leg } from '@app/write-path';
import { type ServiceAccount, serviceAccountId } from '@app/database';
import type { Money } from '@app/kernel';

/** A journal before it is booked. It has an id only where its transaction has one already. */
export type Booking = Omit<Journal, 'id' | 'eventId'> & { id?: string };

/** The legs with which the service buys one currency and sells the other; none where both are the same. */
export function conversion(from: Money, to: Money): Leg[] {
  return from.currency === to.currency ? [] : [service('fx-pool', from), service('fx-pool', to.negated())];
}

export function customer(accountId: string, amount: Money, counterpartyId?: string): Leg {
  return { accountId, amount, counterpartyId };
}

export function service(code: ServiceAccount, amount: Money): Leg {
  return { accountId: serviceAccountId(code, amount.currency), amount };
}

/** The clearing account of the gateway that collected the money. */
export function clearingOf(gateway: string): ServiceAccount {
  return gateway === 'extwallet' ? 'extwallet-clearing' : 'card-gateway-clearing';
}
