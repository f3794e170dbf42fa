import type { IncomingMessage } from 'node:http';
import { canonicalAddress, inRanges } from './ip-ranges';

/** Sockets give IPv4 addresses in canonical form already. */
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * The client's address: that of the socket or, behind trusted proxies, the last address in `X-Forwarded-For` that is
 * not a trusted proxy.
 */
export function clientAddressOf(
  request: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: readonly string[],
): string {
  const address = request.socket.remoteAddress ?? '';
  const socket = IPV4.test(address) ? address : normal(address);
  if (trustedProxies.length === 0 || !inRanges(socket, trustedProxies)) return socket;
  const header = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => hop.trim());
  for (const hop of hops.reverse()) {
    if (!canonicalAddress(hop)) break;
    if (!inRanges(hop, trustedProxies)) return normal(hop);
  }
  return socket;
}

function normal(address: string): string {
  return canonicalAddress(address)?.toString() ?? address;
}
