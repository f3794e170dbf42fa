import { parsePhone } from '@app/accounts';
import { type Currency, invalid } from '@app/kernel';

/** Networks on which each currency's mobile money is collected, and the country of their numbers. */
const MARKETS: Partial<Record<Currency, { country: string; networks: readonly string[] }>> = {
  GHS: { country: 'GH', networks: ['MTN', 'VODAFONE', 'TIGO'] },
  KES: { country: 'KE', networks: ['MPESA'] },
};

/** Every network the contract names. */
export const MOBILE_NETWORKS = ['MPESA', 'MTN', 'AIRTEL', 'VODAFONE', 'TIGO'] as const;

export interface MobileAccount {
  /** E.164. */
  phone: string;
  network: string;
}

/** Throws VALIDATION_ERROR where a session in `currency` cannot be paid from this phone. */
export function mobileAccount(currency: Currency, phone: string, network: string): MobileAccount {
  const market = MARKETS[currency];
  if (!market) throw invalid('currency', `There is no mobile money in ${currency}.`);
  if (!market.networks.includes(network)) {
    throw invalid('network', `network must be ${market.networks.join(', ')} for a payment in ${currency}.`);
  }
  const number = parsePhone(phone, market.country);
  if (!number)
    throw invalid('phone', 'phone must be a phone number, with its country code or as dialled there.');
  return { phone: number, network };
}

/** Its last four digits. */
export function maskedPhone(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
