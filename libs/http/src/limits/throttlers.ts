import type { ExecutionContext } from '@nestjs/common';
import { minutes, type ThrottlerOptions } from '@nestjs/throttler';
import { policyOf } from '../access/policy';
import type { WireRequest } from '../wire/request';
import { RATE_CLASSES } from './rate-classes';

/** Named throttlers: `app` for the limit that a merchant set for its own app, and one for each rate class. */
export function throttlers(): ThrottlerOptions[] {
  return [
    {
      name: 'app',
      limit: (context) => appLimit(context)!,
      ttl: minutes(1),
      skipIf: (context) => appLimit(context) === null,
    },
    ...Object.entries(RATE_CLASSES).map(([name, { limit, ttl }]) => ({
      ...{ name, limit, ttl },
      skipIf: (context: ExecutionContext) => rateClassOf(context) !== name,
    })),
  ];
}

function appLimit(context: ExecutionContext): number | null {
  const { caller } = context.switchToHttp().getRequest<WireRequest>();
  return caller.kind === 'app' ? caller.ratePerMinute : null;
}

function rateClassOf(context: ExecutionContext): string | null {
  const { uncounted, rate = 'general' } = policyOf(context.getHandler())!;
  return uncounted ? null : rate;
}
