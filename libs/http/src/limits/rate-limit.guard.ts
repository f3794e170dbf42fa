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
import { Config, derivedKey, KeyedHash } from '@app/config';
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
  /** Keyed: what a body holds (a PIN, a card) is not to be guessed from what Redis keeps. */
  private readonly names: KeyedHash;

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly store: RateLimitStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super(options, storage, reflector);
    this.names = new KeyedHash(derivedKey(config.env.FINGERPRINT_KEY, 'repeated requests'));
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
    const bucket = name === 'app' ? 'app' : (request.policy.rate ?? 'general');
    const unique = bucket === 'money' ? this.repeatableName(request) : undefined;
    const { repeated } = await this.hit(context, bucket, { limit, windowSeconds: ttl / 1000 }, unique);
    if (repeated) await this.hit(context, 'general', RATE_CLASSES.general);
  }

  private async hit(
    context: ExecutionContext,
    bucket: string,
    { limit, windowSeconds }: RateLimit,
    unique?: string,
  ): Promise<Hits> {
    const request = context.switchToHttp().getRequest<WireRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { caller, clientAddress } = request;
    const perAddress = caller.kind === 'public-key' ? ` ${clientAddress}` : '';
    const key = `${bucket} ${principalOf(caller) ?? clientAddress}${perAddress}`;

    const hits = await this.store.hit(key, windowSeconds, unique);
    setRateHeaders(reply, limit, hits);
    if (hits.count > limit && this.config.env.RATE_LIMITS) throw rateLimited(hits, this.clock.now());
    return hits;
  }

  /**
   * A request repeated with its idempotency key moves no more money, and counts as one of all the caller's. With another
   * body it is another request: a key that was never answered would let its holder guess at people without end. Dry
   * runs count each time.
   */
  private repeatableName(request: WireRequest): string | undefined {
    if (!request.policy.idempotent || isDryRun(request)) return undefined;
    const key = soundKeyOf(request);
    const asked = `${request.url} ${JSON.stringify(request.body)}`;
    return key === undefined ? undefined : `${key} ${this.names.of(asked).toString('base64')}`;
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

/** Shows the tightest limit that applies to the request. */
export function setRateHeaders(reply: FastifyReply, limit: number, hits: Hits): void {
  const headers = rateHeaders(limit, hits);
  const shown = reply.getHeader('x-ratelimit-remaining');
  if (shown !== undefined && Number(shown) <= Number(headers['x-ratelimit-remaining'])) return;
  void reply.headers(headers);
}

export function rateHeaders(limit: number, { count, resetsAtMs }: Hits) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - count)),
    'x-ratelimit-reset': String(Math.ceil(resetsAtMs / 1000)),
  };
}
