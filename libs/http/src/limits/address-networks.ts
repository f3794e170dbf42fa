import ipaddr from 'ipaddr.js';

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
 * subscriber may have all networks of one.
 */
export function networksOf(address: string): CountedNetwork[] {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return [{ key: address, factor: 1 }];
  const { parts } = ipaddr.IPv6.parse(address);
  const prefix = (bits: number) => {
    const groups = parts.slice(0, bits / GROUP_BITS).map((part) => part.toString(16));
    return `${groups.join(':')}::/${bits}`;
  };
  return [
    { key: prefix(SITE_PREFIX), factor: SITE_FACTOR },
    { key: prefix(NETWORK_PREFIX), factor: 1 },
  ];
}
