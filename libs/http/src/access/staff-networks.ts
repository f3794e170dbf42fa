import type { Config } from '@app/config';
import { inRanges } from '../addresses/ip-ranges';
import { staffNetworkRequired } from './access.errors';

/** Whether staff may act from this address: it is in STAFF_NETWORKS, or none are configured. */
export function isStaffAddress(address: string, { env }: Pick<Config, 'env'>): boolean {
  return env.STAFF_NETWORKS.length === 0 || inRanges(address, env.STAFF_NETWORKS);
}

/** Throws IP_NOT_ALLOWED for other addresses. */
export function assertStaffAddress(address: string, config: Pick<Config, 'env'>): void {
  if (!isStaffAddress(address, config)) throw staffNetworkRequired();
}
