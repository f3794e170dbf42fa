import type { ServiceAccount } from '@app/database';

/** The clearing account of the gateway that collected the money. */
export function clearingOf(gateway: string): ServiceAccount {
  return gateway === 'extwallet' ? 'extwallet-clearing' : 'card-gateway-clearing';
}
