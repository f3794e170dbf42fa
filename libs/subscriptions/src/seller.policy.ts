import type { HostName } from '@app/config';
import { type Caller, grants, hasCapability, modeOf, ownerOf, type Policy } from '@app/http';
import type { Mode } from '@app/kernel';

/** What a host asks of those who sell subscriptions there. */
export interface SellingAccess {
  reads: Pick<Policy, 'credentials' | 'scope' | 'team' | 'accountType' | 'keysOn'>;
  writes: Pick<Policy, 'credentials' | 'scope' | 'team' | 'accountType' | 'keysOn' | 'idempotent'>;
  refunds: Pick<
    Policy,
    'credentials' | 'scope' | 'team' | 'accountType' | 'keysOn' | 'idempotent' | 'pin' | 'sendsMoney'
  >;
}

/** The merchant's server writes; pages that the merchant is signed in to read. */
export const BY_KEYS: SellingAccess = {
  reads: { credentials: ['session', 'secret-key'], scope: 'subscriptions:read', team: 'payments:read' },
  writes: { credentials: ['secret-key'], scope: 'subscriptions:create', idempotent: true },
  refunds: { credentials: ['secret-key'], scope: 'charges:create', idempotent: true },
};

const OF_BUSINESS = { credentials: ['session'], accountType: 'business', keysOn: 'checkout' } as const;

/** The people who run the business. */
export const BY_PEOPLE: SellingAccess = {
  reads: { ...OF_BUSINESS, team: 'payments:read' },
  writes: { ...OF_BUSINESS, team: 'payments:write', idempotent: true },
  // It goes back to the payer.
  refunds: { ...OF_BUSINESS, team: 'refunds', idempotent: true, pin: true, sendsMoney: false },
};

/** Whose plans and subscriptions a caller sells; `appId` is null for all apps of the account. */
interface Seller {
  ownerId: string;
  appId: string | null;
  mode: Mode;
}

/** Keys sell what their app made in test mode, people what all their apps made. */
export function sellerOf(caller: Caller, host: HostName): Seller {
  const appId = caller.kind === 'app' ? caller.appId : null;
  return { ownerId: ownerOf(caller), appId, mode: modeOf(host) };
}

/**
 * Whether the caller is shown addresses of pages, whose tokens can pay and cancel: keys that write, and on the business host
 * people who do.
 */
export function mayAct(caller: Caller, host: HostName): boolean {
  if (caller.kind === 'app') return grants(caller.scopes, 'subscriptions:create');
  if (caller.kind !== 'user' || host !== 'business') return false;
  return caller.teamRole === null || hasCapability(caller.teamRole, 'payments:write');
}
