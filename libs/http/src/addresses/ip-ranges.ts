import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Range = readonly [base: Address, bits: number];

/** Parses an address. IPv4 mapped into IPv6 becomes IPv4, zones are dropped. null: not an address. */
export function canonicalAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/, '');
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
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
  return parsedOnce(ranges).some(
    ([base, bits]) => base.kind() === found.kind() && found.match([base, bits] as never),
  );
}

const parsed = new WeakMap<readonly string[], readonly Range[]>();

/** Parsing costs more than the comparison, and the ranges of a setting are compared with every request. */
function parsedOnce(ranges: readonly string[]): readonly Range[] {
  const known = parsed.get(ranges) ?? ranges.flatMap(parsedRange);
  parsed.set(ranges, known);
  return known;
}

function parsedRange(range: string): Range[] {
  if (range.includes('/')) return [canonicalCidr(range)];
  const address = canonicalAddress(range);
  return address ? [[address, address.kind() === 'ipv4' ? 32 : 128]] : [];
}

function canonicalCidr(range: string): Range {
  const [base, bits] = ipaddr.parseCIDR(range);
  if (base.kind() === 'ipv6' && (base as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
    return [(base as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [base, bits];
}
