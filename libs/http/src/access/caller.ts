import type { HostName } from '@app/config';
import type { Mode } from '@app/kernel';
import type { Scope } from './scopes';

export const STAFF_ROLES = ['support', 'finance', 'compliance', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A person signed in with an access token. */
export interface UserCaller {
  kind: 'user';
  userId: string;
  sessionId: string;
  accountType: 'personal' | 'business';
  staffRole: StaffRole | null;
  twoFactorEnabled: boolean;
  /** The one host that takes this token; absent: every host does. */
  onlyOn?: HostName;
}

/** Where an app's buyers go back to, unless a session says otherwise. */
export interface ReturnUrls {
  success: string | null;
  cancel: string | null;
}

/** A merchant app with its secret key; it acts for its owner's account. */
export interface AppCaller {
  kind: 'app';
  appId: string;
  ownerId: string;
  mode: Mode;
  /** null: full access. */
  scopes: Scope[] | null;
  /** Addresses and CIDR ranges; empty: any. */
  allowedIps: string[];
  ratePerMinute: number | null;
  returnTo?: ReturnUrls;
}

/** A browser that holds a public key. */
export interface PublicKeyCaller {
  kind: 'public-key';
  appId: string;
  ownerId: string;
  mode: Mode;
  /** Where its pages may come from; empty: anywhere. */
  allowedOrigins: string[];
  returnTo?: ReturnUrls;
}

/** A buyer whose page holds a checkout session's own token. Which session it opens is the checkout's to say. */
export interface BuyerCaller {
  kind: 'buyer';
  sessionToken: string;
}

export interface AnonymousCaller {
  kind: 'anonymous';
}

export type Caller = UserCaller | AppCaller | PublicKeyCaller | BuyerCaller | AnonymousCaller;

/** The account a signed-in person or an app acts for. */
export function ownerOf(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return caller.userId;
    case 'app':
    case 'public-key':
      return caller.ownerId;
    default:
      throw new Error(`a ${caller.kind} caller acts for no account`);
  }
}

/** Whose idempotency keys and limits these are; null where only the client's address tells. */
export function principalOf(caller: Caller): string | null {
  switch (caller.kind) {
    case 'user':
      return caller.userId;
    case 'app':
    case 'public-key':
      return caller.appId;
    default:
      return null;
  }
}
