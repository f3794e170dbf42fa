import type { ExecutionContext } from '@nestjs/common';
import { minutes, type ThrottlerOptions } from '@nestjs/throttler';
import { type Caller, principalOf } from '../access/caller';
import type { WireRequest } from '../wire/request';
import { isDryRun } from '../wire/dry-run';
import { type CountedNetwork, networksOf } from '../limits/address-networks';
import { RATE_CLASSES, type RateClass, type RateLimit } from '../limits/rate-classes';

type ThrottlerName = 'app' | RateClass;

/** Named throttlers: `app` for the limit that a merchant set for its own app, and one for each rate class. */
export function throttlers(): ThrottlerOptions[] {
  return [
    named('app', { limit: (context) => appLimit(requestOf(context))!, ttl: minutes(1) }),
    ...Object.entries(RATE_CLASSES).map(([name, { limit, ttl }]) => named(name as RateClass, { limit, ttl })),
  ];
}

/** Names of the throttlers that count a request, in the order in which they count it. */
export function throttlerNamesOf(request: WireRequest): ThrottlerName[] {
  const { uncounted, rate = 'general' } = request.policy;
  const names: ThrottlerName[] = uncounted ? [] : [rate];
  // A dry run tells whether an account exists, without sending anything.
  if (rate === 'money' && isDryRun(request)) names.unshift('lookup');
  return appLimit(request) === null ? names : ['app', ...names];
}

const PER_OWNER = new Set(
  Object.entries(RATE_CLASSES as Record<string, RateLimit>)
    .filter(([, { perOwner }]) => perOwner)
    .map(([name]) => name),
);

/**
 * The keys that a throttler counts a request by: its app or user (in some classes their account), otherwise the
 * networks of its client address. A public key is in every buyer's browser, so its requests are counted by both.
 */
export function countedKeysOf({ caller, clientAddress }: WireRequest, name: string): CountedNetwork[] {
  const principal = (PER_OWNER.has(name) ? ownerKeyOf(caller) : undefined) ?? principalOf(caller);
  if (principal === null) return networksOf(clientAddress).map((network) => keyed(name, network));
  if (caller.kind !== 'public-key') return [{ key: `${name} ${principal}`, factor: 1 }];
  return networksOf(clientAddress).map((network) => keyed(`${name} ${principal}`, network));
}

const keyed = (prefix: string, { key, factor }: CountedNetwork) => ({ key: `${prefix} ${key}`, factor });

/** Test apps have a count of their own, so that tests cannot use up the limit of live payments. */
function ownerKeyOf(caller: Caller): string | undefined {
  if (caller.kind === 'app') return caller.mode === 'live' ? caller.ownerId : `test ${caller.ownerId}`;
  return caller.kind === 'user' ? caller.accountId : undefined;
}

const named = (name: ThrottlerName, limit: Pick<ThrottlerOptions, 'limit' | 'ttl'>): ThrottlerOptions => ({
  ...limit,
  name,
  skipIf: (context) => !throttlerNamesOf(requestOf(context)).includes(name),
});

function requestOf(context: ExecutionContext): WireRequest {
  return context.switchToHttp().getRequest<WireRequest>();
}

function appLimit({ caller }: WireRequest): number | null {
  return caller.kind === 'app' ? caller.ratePerMinute : null;
}
