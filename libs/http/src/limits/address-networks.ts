import type { IPv6 } from 'ipaddr.js';
import { canonicalAddress } from '../addresses/ip-ranges';

/** How many times the limit of a single network all networks of one site may use together. */
const SITE_FACTOR = 10;
const SITE_PREFIX = 48;
const NETWORK_PREFIX = 64;
const GROUP_BITS = 16;

export interface CountedNetwork {
  /** Text that identifies the network. */
  key: string;
  /** Multiplies the limit. */
  factor: number;
}

/**
 * The networks that a client address is counted by, the widest first: an IPv4 address by itself, an IPv6 address by
 * its /64, because each subscriber has all addresses of one, and by its /48 with ten times the limit, because a
 * subscriber may have all networks of one. An IPv4 address mapped into IPv6 is that IPv4 address.
 */
export function networksOf(address: string): CountedNetwork[] {
  // Most addresses are IPv4 in canonical form already.
  if (!address.includes(':')) return [{ key: address, factor: 1 }];
  const found = canonicalAddress(address);
  if (found?.kind() !== 'ipv6') return [{ key: found?.toString() ?? address, factor: 1 }];
  const { parts } = found as IPv6;
  const prefix = (bits: number) => {
    const groups = parts.slice(0, bits / GROUP_BITS).map((part) => part.toString(16));
    return `${groups.join(':')}::/${bits}`;
  };
  return [
    { key: prefix(SITE_PREFIX), factor: SITE_FACTOR },
    { key: prefix(NETWORK_PREFIX), factor: 1 },
  ];
}
