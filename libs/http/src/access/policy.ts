import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { ErrorCode } from '@app/kernel';
import type { RateClass } from '../limits/rate-classes';
import type { StaffRole } from './caller';
import type { Scope } from './scopes';
import type { Capability } from './team-roles';

/** How long a proof of the second factor is recent. */
export const RECENT_PROOF_SECONDS = 30 * 60;

export type Credential = 'session' | 'secret-key' | 'public-key' | 'checkout-session' | 'staff';

/** Access rules and limits of a route. The app does not start while a route has none. */
export interface Policy {
  /** One line for the API reference. */
  summary: string;
  /** Accepted credentials, one of which is required. Empty: public. */
  credentials: readonly Credential[];
  /** The only type of account whose sessions may call it; absent: both. */
  accountType?: 'business';
  /** What the role of a member must include who acts for the account of a business. Absent: no member may call it. */
  team?: Capability;
  /** Of an action that takes no keys on this host: where it does. SESSION_REQUIRED names that host, in test mode the sandbox. */
  keysOn?: 'checkout';
  /** Required of secret keys only. */
  scope?: Scope;
  /** Staff roles with access, besides `admin`. */
  roles?: readonly StaffRole[];
  /** Whether users have to send their transaction PIN. Keys never do. */
  pin?: boolean;
  /** Whether sessions need a proof of their second factor of the last 30 minutes. Keys never do. */
  proof?: 'recent';
  /** Whether it accepts the token of a buyer who signed in on a payment page, which pays that checkout session only. */
  paysSession?: boolean;
  /** Status of a wrong PIN: 403 unless the specification says otherwise (payout initiate: 401). */
  wrongPinStatus?: 401 | 403;
  /**
   * Whether it sends money away, which the account may not do before its e-mail address is proved: KYC_REQUIRED, on live
   * hosts, for sessions and keys. Every action that asks for the PIN declares it.
   */
  sendsMoney?: boolean;
  /** What else an account may not do before its e-mail address is proved, on every host. Completes "before you ...". */
  provedFor?: string;
  rate?: RateClass;
  /** Name of the audit entry of an action of staff; the decorators of actions set `section.action`. */
  audit?: string;
  /** Exempt from rate limits: static files and probes. */
  uncounted?: boolean;
  /** Whether this platform's servers call it, whose requests are not counted. Those of others are, by address. */
  calledByServers?: boolean;
  /** Whether senders may sign the body, whose original text is kept then. */
  signedBody?: boolean;
  /** Whether `X-Idempotency-Key` is honoured. */
  idempotent?: boolean;
  /** Largest body in bytes that signed-in users and secret keys may send. Default: 100 kB. */
  maxBodyBytes?: number;
  /** The body is a multipart form with one file in this field, which `@Upload()` gives. Other actions refuse such forms. */
  upload?: { field: string; maxBytes: number };
  /** Status of a successful response. Default: 200. */
  status?: number;
  /** Whether pages of other origins may call it, limited by the public key's `allowed_origins`. */
  crossOrigin?: boolean;
  /** Marks the fallback route, which refuses every request itself, dry runs included. */
  unserved?: boolean;
  /** Content types of a file that it answers. */
  produces?: readonly string[];
  /** Error codes of the action itself; those that follow from the other fields are not repeated. */
  refusals?: readonly ErrorCode[];
  /** `staff`: in the API reference of staff alone, as are actions that take no other credential. */
  audience?: 'staff';
  /** Not in the API reference: pages, probes, endpoints for other companies. */
  hidden?: boolean;
}

const POLICY = 'policy';

/** What the policy of a route is for the hooks that run before the route's handler. */
export interface PolicyConfig {
  policy?: Policy;
}

/** Declares the policy of a route. Actions use `GetAction`, `PostAction` and `DeleteAction`. */
export const WithPolicy = (policy: Policy): MethodDecorator =>
  applyDecorators(SetMetadata(POLICY, policy), RouteConfig({ policy } satisfies PolicyConfig));

const policies = new WeakMap<object, Policy>();

export function policyOf(handler: object): Policy | undefined {
  const known = policies.get(handler);
  if (known) return known;
  const policy = Reflect.getMetadata(POLICY, handler) as Policy | undefined;
  if (policy) policies.set(handler, policy);
  return policy;
}
