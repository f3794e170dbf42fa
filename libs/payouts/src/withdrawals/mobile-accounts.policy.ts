import { parsePhone } from '@app/accounts';
import { type Currency, invalid } from '@app/kernel';
import type { PayoutDestination } from '../providers/payout-provider.port';

export type MobileDestination = Extract<PayoutDestination, { method: 'mobile_money' }>;

export const PAYOUT_NETWORKS = ['MPESA', 'MTN', 'AIRTEL', 'VODAFONE', 'TIGO'] as const;

/** Countries that mobile money is paid out in, with their networks. */
const MARKETS = [
  { country: 'KE', currency: 'KES', networks: ['MPESA', 'AIRTEL'] },
  { country: 'GH', currency: 'GHS', networks: ['MTN', 'VODAFONE', 'TIGO'] },
] as const;

/** The networks that are paid out to in this currency. */
export function networksIn(currency: Currency): readonly string[] {
  return MARKETS.find((market) => market.currency === currency)?.networks ?? [];
}

/**
 * A mobile money account by its phone number, whose country decides the currency. Throws VALIDATION_ERROR for other
 * countries, and for networks that the country does not have.
 */
export function mobileDestination(phone: string, network: string): MobileDestination {
  const market = MARKETS.find(({ networks }) => (networks as readonly string[]).includes(network));
  const number = market && parsePhone(phone, market.country);
  if (!market || !number || !number.startsWith(market.country === 'KE' ? '+254' : '+233')) {
    const markets = MARKETS.map(({ country, networks }) => `${networks.join(', ')} in ${country}`).join('; ');
    throw invalid('details.phone', `details.phone must be a number of the network's country: ${markets}.`);
  }
  const { country, currency } = market;
  return { method: 'mobile_money', country, currency, network, phone: number };
}
