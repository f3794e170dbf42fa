import { createHash } from 'node:crypto';
import { type Currency, type Mode, uuidText } from '@app/kernel';
import type { Scope } from './scopes';
import type { TeamRole } from './team-roles';

export const STAFF_ROLES = ['support', 'finance', 'compliance', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What an account owes, in smallest units by currency. */
export type OwedAmounts = Readonly<Partial<Record<Currency, string>>>;

/** A person signed in with an access token. */
export interface UserCaller {
  kind: 'user';
  userId: string;
  sessionId: string;
  /** The account that the session acts for: the person's own, or one of whose team they are a member. */
  accountId: string;
  /** The person's role in that account; null in a session of their own. */
  teamRole: TeamRole | null;
  /** Of the account that the session acts for. */
  accountType: 'personal' | 'business';
  staffRole: StaffRole | null;
  twoFactorEnabled: boolean;
  /** When this session last proved the second factor: at sign-in or by a step-up. Null: never. */
  provedAt: Date | null;
  /** Of the person and, where it is another one, of the account. */
  emailVerified: boolean;
  /** What the account owes for chargebacks; absent: nothing. It sends no money before. */
  owed?: OwedAmounts;
  /** The only checkout session that this token pays, by its public id; no other host accepts it. Absent: all do. */
  paysOnly?: string;
}

/** An app's default return URLs for buyers. A session may have its own. */
export interface ReturnUrls {
  success: string | null;
  cancel: string | null;
}

/** A merchant app with its secret key. It acts for its owner's account. */
export interface AppCaller {
  kind: 'app';
  appId: string;
  ownerId: string;
  /** Of the owner. */
  emailVerified: boolean;
  /** What the owner owes for chargebacks; absent: nothing. */
  owed?: OwedAmounts;
  mode: Mode;
  /** null: all scopes. */
  scopes: Scope[] | null;
  /** Addresses and CIDR ranges; empty: any. */
  allowedIps: string[];
  ratePerMinute: number | null;
  /** Of a live key without an approved business verification, which writes nothing. */
  readsOnly?: boolean;
  returnTo?: ReturnUrls;
  /** Who acts as the app in a session of their own, in test mode only. Absent: its secret key was sent. */
  person?: Pick<UserCaller, 'userId' | 'teamRole'>;
}

/** The person as a test app of the account that their session acts for. The app's limits are for servers, so none apply. */
export function asTestApp(
  { accountId, userId, teamRole, emailVerified }: UserCaller,
  appId: string,
): AppCaller {
  return {
    kind: 'app',
    appId,
    ownerId: accountId,
    emailVerified,
    mode: 'test',
    scopes: null,
    allowedIps: [],
    ratePerMinute: null,
    person: { userId, teamRole },
  };
}

/** A browser with a public key. */
export interface PublicKeyCaller {
  kind: 'public-key';
  appId: string;
  ownerId: string;
  mode: Mode;
  /** Origins whose pages may use the key. Empty: all. */
  allowedOrigins: string[];
  readsOnly?: boolean;
  returnTo?: ReturnUrls;
}

/** A buyer whose page holds the token of a checkout session. The checkout lib finds the session. */
export interface BuyerCaller {
  kind: 'buyer';
  sessionToken: string;
}

export interface AnonymousCaller {
  kind: 'anonymous';
}

export type Caller = UserCaller | AppCaller | PublicKeyCaller | BuyerCaller | AnonymousCaller;

/** The account that a user or an app acts for. Throws for other callers. */
export function ownerOf(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return caller.accountId;
    case 'app':
    case 'public-key':
      return caller.ownerId;
    default:
      throw new Error(`a ${caller.kind} caller acts for no account`);
  }
}

/**
 * Id that the caller's idempotency keys and limits belong to. null: only the client address identifies the caller. A
 * member has another one in each account, and a person in each test app, so that a key that is used in two is two keys.
 */
export function principalOf(caller: Caller): string | null {
  switch (caller.kind) {
    case 'user':
      return caller.teamRole ? memberId(caller.userId, caller.accountId) : caller.userId;
    case 'app':
      return caller.person ? memberId(caller.person.userId, caller.appId) : caller.appId;
    case 'public-key':
      return caller.appId;
    default:
      return null;
  }
}

function memberId(userId: string, actsFor: string): string {
  return uuidText(createHash('sha256').update(`${userId} ${actsFor}`).digest('hex'));
}
