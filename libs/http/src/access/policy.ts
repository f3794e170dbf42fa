import { applyDecorators, Controller, Delete, Get, HttpCode, Post, SetMetadata } from '@nestjs/common';
import type { RateClass } from '../limits/rate-classes';
import type { StaffRole } from './caller';
import type { Scope } from './scopes';

export type Credential = 'session' | 'secret-key' | 'public-key' | 'checkout-session' | 'staff';

/** What an action asks of its caller. Every route declares one; the app does not start with a route that has none. */
export interface Policy {
  /** One line for the API reference. */
  summary: string;
  /** Any one of these admits the caller; an empty list admits everybody. */
  credentials: readonly Credential[];
  /** Asked of secret keys alone. */
  scope?: Scope;
  /** Staff roles that may act; `admin` always may. */
  roles?: readonly StaffRole[];
  /** The transaction PIN is asked of signed-in people, never of keys. */
  pin?: boolean;
  /** Status of a wrong PIN: 403 unless the specification says otherwise (payout initiate: 401). */
  wrongPinStatus?: 401 | 403;
  rate?: RateClass;
  /** Held to no limit: files, which cost less than counting, and what only our own servers and their watchers call. */
  uncounted?: boolean;
  /** Whether `X-Idempotency-Key` is honoured. */
  idempotent?: boolean;
  /** Status of success, 200 unless given. */
  status?: number;
  /** Whether pages of other origins may call it; those of the public key's `allowed_origins` alone, where there are any. */
  crossOrigin?: boolean;
  /** Nothing is here: whatever is asked is refused by the route itself, whichever way it was to be carried out. */
  unserved?: boolean;
  /** Left out of the API reference: pages, probes, another company's endpoints. */
  hidden?: boolean;
}

const POLICY = 'policy';
const FILE = 'wire-file';

/** Serves `/api/<file>`, e.g. `wallet.php`. */
export const WireController = (file: string): ClassDecorator =>
  applyDecorators(Controller(`api/${file}`), SetMetadata(FILE, file));

/** Gives any route its policy; actions use the three below. */
export const WithPolicy = (policy: Policy): MethodDecorator => SetMetadata(POLICY, policy);

/** `GET /api/<file>?action=<name>`; `section/name` where the file has sections, '' for no action. */
export const GetAction = (name: string, policy: Policy): MethodDecorator =>
  applyDecorators(Get(name), HttpCode(policy.status ?? 200), WithPolicy(policy));

export const PostAction = (name: string, policy: Policy): MethodDecorator =>
  applyDecorators(Post(name), HttpCode(policy.status ?? 200), WithPolicy(policy));

export const DeleteAction = (name: string, policy: Policy): MethodDecorator =>
  applyDecorators(Delete(name), HttpCode(policy.status ?? 200), WithPolicy(policy));

const policies = new WeakMap<object, Policy>();

export function policyOf(handler: object): Policy | undefined {
  const known = policies.get(handler);
  if (known) return known;
  const policy = Reflect.getMetadata(POLICY, handler) as Policy | undefined;
  if (policy) policies.set(handler, policy);
  return policy;
}
