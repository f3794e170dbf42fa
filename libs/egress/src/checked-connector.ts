import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressPolicy } from './egress-policy';

const CONNECT_TIMEOUT_MS = 5000;

/** The destination is not an address to which requests may be sent. */
export class ForbiddenDestination extends Error {
  constructor() {
    super('the destination is not a public address');
    this.name = 'ForbiddenDestination';
  }
}

/**
 * Opens connections to checked addresses only. It resolves a name once, checks its addresses and connects to
 * exactly these, so that a second DNS answer has no effect. Connecting has the time limit of the request, because
 * no other limit applies before the connection exists.
 */
export function checkedConnector(policy: EgressPolicy, limitMs: number): buildConnector.connector {
  const timeout = Math.min(CONNECT_TIMEOUT_MS, limitMs);
  const connect = buildConnector({ timeout, lookup: checkedLookup(policy) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // Sockets skip the lookup for IP literals.
    if (isIP(host) && !policy.allows(host)) return callback(new ForbiddenDestination(), null);
    connect(options, (error, socket) => {
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

/** The address of the connected socket is checked again. */
function leadsAstray(policy: EgressPolicy, socket: Socket): boolean {
  return socket.remoteAddress === undefined || !policy.allows(socket.remoteAddress);
}
