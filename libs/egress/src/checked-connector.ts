import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressPolicy } from './egress-policy';

const CONNECT_TIMEOUT_MS = 5000;

/** The destination is not one that requests may go to. */
export class ForbiddenDestination extends Error {
  constructor() {
    super('the destination is not a public address');
    this.name = 'ForbiddenDestination';
  }
}

/**
 * Opens connections to checked addresses only. A name is resolved once, its addresses are checked, and the socket
 * connects to those very addresses: a second answer of the name server changes nothing. Connecting takes no longer
 * than the request may: until it is connected, no other limit ends it.
 */
export function checkedConnector(policy: EgressPolicy, limitMs: number): buildConnector.connector {
  const timeout = Math.min(CONNECT_TIMEOUT_MS, limitMs);
  const connect = buildConnector({ timeout, lookup: checkedLookup(policy) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // Sockets do not ask the lookup about literals.
    if (isIP(host) && !policy.allows(host)) return callback(new ForbiddenDestination(), null);
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (leadsAstray(policy, socket)) {
        socket.destroy();
        return callback(new ForbiddenDestination(), null);
      }
      callback(null, socket);
    });
  };
}

function checkedLookup(policy: EgressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    policy.names.resolve(hostname).then(
      (addresses) => {
        if (!addresses.every(({ address }) => policy.allows(address)))
          return callback(new ForbiddenDestination(), '', 0);
        if (options.all) return callback(null, addresses);
        callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

/** The last word has the socket itself. */
function leadsAstray(policy: EgressPolicy, socket: Socket): boolean {
  return socket.remoteAddress === undefined || !policy.allows(socket.remoteAddress);
}
