import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** Parses an address. IPv4 mapped into IPv6 becomes IPv4, zones are dropped. null: not an address. */
export function canonicalAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/, '');
  return ipaddr.isValid(bare) && (bare.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(bare))
    ? ipaddr.process(bare)
    : null;
}

/** Whether an allow-list may contain `text`: an address or a CIDR range. */
export function isAddressOrRange(text: unknown): text is string {
  if (typeof text !== 'string' || text.includes('%')) return false;
  return text.includes('/') ? ipaddr.isValidCIDR(text) : canonicalAddress(text) !== null;
}

/** Whether `address` is in one of `ranges` (addresses or CIDR). */
export function inRanges(address: string, ranges: readonly string[]): boolean {
  const found = canonicalAddress(address);
  if (!found) return false;
  return ranges.some((range) => {
    if (!range.includes('/')) return canonicalAddress(range)?.toString() === found.toString();
    const [base, bits] = canonicalCidr(range);
    return base.kind() === found.kind() && found.match([base, bits] as never);
  });
}

function canonicalCidr(range: string): [Address, number] {
  const [base, bits] = ipaddr.parseCIDR(range);
  if (base.kind() === 'ipv6' && (base as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
    return [(base as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [base, bits];
}
