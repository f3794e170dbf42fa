import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  ThrottlerStorage,
} from '@nestjs/throttler';
import { Config } from '@app/config';
import { Clock, DomainError } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { principalOf } from '../access/caller';
import { isDryRun } from '../wire/dry-run';
import { soundKeyOf } from '../wire/idempotency-key';
import type { WireRequest } from '../wire/request';
import { RATE_CLASSES, type RateLimit } from './rate-classes';
import { type Hits, RateLimitStore } from './rate-limit-store';

export function rateLimited(hits: Hits, now: Date): DomainError {
  const seconds = Math.max(1, Math.ceil((hits.resetsAtMs - now.getTime()) / 1000));
  return new DomainError('rate-limited', 'RATE_LIMITED', 'Too many requests; slow down.', {
    retry_after: seconds,
  });
}

/** Limits of a request: its app's own, where it has one, and that of its route's class. */
export const throttlers: ThrottlerModuleOptions = [
  {
    name: 'app',
    limit: (context) => appLimit(context)!,
    ttl: 60_000,
    skipIf: (context) => appLimit(context) === null,
  },
  {
    name: 'class',
    limit: (context) => classOf(context).limit,
    ttl: (context) => classOf(context).windowSeconds * 1000,
    skipIf: (context) => context.switchToHttp().getRequest<WireRequest>().policy.uncounted === true,
  },
];

/**
 * Second gate: counts the request against its caller (app, else user, else client address). The tighter of its
 * limits is what the headers show.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly store: RateLimitStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super(options, storage, reflector);
  }

  /** As the library's, less its decorators: a route's policy names its limits, and looking for others costs more than counting. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    for (const { name, limit, ttl, skipIf } of this.throttlers) {
      if (skipIf?.(context)) continue;
      await this.count(context, name!, valueOf(limit, context), valueOf(ttl, context));
    }
    return true;
  }

  private async count(context: ExecutionContext, name: string, limit: number, ttl: number): Promise<void> {
    const request = context.switchToHttp().getRequest<WireRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { caller, policy } = request;
    const perAddress = caller.kind === 'public-key' ? ` ${request.clientAddress}` : '';
    const bucket = name === 'app' ? 'app' : (policy.rate ?? 'general');
    const key = `${bucket} ${principalOf(caller) ?? request.clientAddress}${perAddress}`;

    const hits = await this.store.hit(
      key,
      ttl / 1000,
      bucket === 'money' ? repeatedName(request) : undefined,
    );
    setRateHeaders(reply, limit, hits);
    if (hits.count > limit && this.config.env.RATE_LIMITS) throw rateLimited(hits, this.clock.now());
  }
}

function valueOf(setting: ThrottlerOptions['limit'], context: ExecutionContext): number {
  return typeof setting === 'function' ? (setting(context) as number) : setting;
}

function appLimit(context: ExecutionContext): number | null {
  const { caller } = context.switchToHttp().getRequest<WireRequest>();
  return caller.kind === 'app' ? caller.ratePerMinute : null;
}

function classOf(context: ExecutionContext): RateLimit {
  return RATE_CLASSES[context.switchToHttp().getRequest<WireRequest>().policy.rate ?? 'general'];
}

/** A request repeated with its idempotency key moves no more money, so it does not count again. Dry runs do. */
function repeatedName(request: WireRequest): string | undefined {
  return request.policy.idempotent && !isDryRun(request) ? soundKeyOf(request) : undefined;
}

/** Shows the tightest limit that applies to the request. */
export function setRateHeaders(reply: FastifyReply, limit: number, { count, resetsAtMs }: Hits): void {
  const remaining = Math.max(0, limit - count);
  const shown = reply.getHeader('x-ratelimit-remaining');
  if (shown !== undefined && Number(shown) <= remaining) return;
  void reply.headers({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetsAtMs / 1000)),
  });
}
