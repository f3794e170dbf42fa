import type { ExecutionContext } from '@nestjs/common';
import { minutes, type ThrottlerOptions } from '@nestjs/throttler';
import type { WireRequest } from '../wire/request';
import { RATE_CLASSES, type RateClass } from './rate-classes';

type ThrottlerName = 'app' | RateClass;

/** Named throttlers: `app` for the limit that a merchant set for its own app, and one for each rate class. */
export function throttlers(): ThrottlerOptions[] {
  return [
    named('app', { limit: (context) => appLimit(requestOf(context))!, ttl: minutes(1) }),
    ...Object.entries(RATE_CLASSES).map(([name, limit]) => named(name as RateClass, limit)),
  ];
}

/** Names of the throttlers that count a request, in the order in which they count it. */
export function throttlerNamesOf(request: WireRequest): ThrottlerName[] {
  const { uncounted, rate = 'general' } = request.policy;
  const names: ThrottlerName[] = uncounted ? [] : [rate];
  return appLimit(request) === null ? names : ['app', ...names];
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
