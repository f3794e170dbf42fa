import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import { Config, derivedKey, KeyedHash } from '@app/config';
import type { FastifyReply } from 'fastify';
import { principalOf } from '../access/caller';
import { isDryRun } from '../wire/dry-run';
import { validKeyOf } from '../wire/idempotency-key';
import type { WireRequest } from '../wire/request';
import { RATE_CLASSES } from './rate-classes';
import { rateLimited } from './rate-limit.errors';
import { setRateHeaders } from './rate-limit.headers';
import { RateLimitStorage } from './rate-limit.storage';
import { throttlerNamesOf } from './throttlers';

/** Counts each request by its app, otherwise by its user, otherwise by its client address. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Keyed, because otherwise PINs and cards could be guessed from the hit ids in Redis. */
  private readonly hitIds: KeyedHash;
  private byName = new Map<string, ThrottlerOptions>();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() protected override readonly storageService: RateLimitStorage,
    reflector: Reflector,
    { env }: Config,
  ) {
    super(options, storageService, reflector);
    this.hitIds = new KeyedHash(derivedKey(env.FINGERPRINT_KEY, 'repeated requests'));
  }

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.byName = new Map(this.throttlers.map((throttler) => [throttler.name!, throttler]));
  }

  /**
   * Does the same as the inherited method, but faster: it looks up a request's throttlers by name and reads no
   * decorators.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { getTracker, generateKey } = this.commonOptions as Required<typeof this.commonOptions>;
    for (const name of throttlerNamesOf(context.switchToHttp().getRequest<WireRequest>())) {
      const throttler = this.byName.get(name)!;
      const limit = valueOf(throttler.limit, context);
      const ttl = valueOf(throttler.ttl, context);
      const hit = { context, throttler, limit, ttl, blockDuration: ttl, getTracker, generateKey };
      await this.handleRequest(hit);
    }
    return true;
  }

  /** Shows one set of headers for all throttlers of a request, and counts repeats as `general`. */
  protected override async handleRequest(hit: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, blockDuration, getTracker, generateKey } = hit;
    const request = context.switchToHttp().getRequest<WireRequest>();
    const name = throttler.name!;
    const tracker = await getTracker(request, context);
    const key = generateKey(context, tracker, name);
    const hitId = name === 'money' ? this.hitIdOf(request) : undefined;
    const record = await this.storageService.increment(key, ttl, limit, blockDuration, name, hitId);
    setRateHeaders(context.switchToHttp().getResponse<FastifyReply>(), record);
    if (record.isBlocked) await this.throwThrottlingException(context, { ...record, ttl, key, tracker });
    if (!record.isRepeat) return true;
    return this.handleRequest({
      ...hit,
      throttler: this.byName.get('general')!,
      ...RATE_CLASSES.general,
    });
  }

  /** A public key is in every buyer's browser, so its requests are counted by client address too. */
  protected override getTracker({ caller, clientAddress }: WireRequest): Promise<string> {
    const principal = principalOf(caller) ?? clientAddress;
    return Promise.resolve(caller.kind === 'public-key' ? `${principal} ${clientAddress}` : principal);
  }

  protected override generateKey(_context: ExecutionContext, tracker: string, name: string): string {
    return `${name} ${tracker}`;
  }

  protected override throwThrottlingException(
    _context: ExecutionContext,
    detail: ThrottlerLimitDetail,
  ): Promise<void> {
    return Promise.reject(rateLimited(detail));
  }

  /**
   * Identifies a request by idempotency key, address and body. A repeat moves no money and counts as `general`. The body
   * is part of the id, because a key that was never answered would otherwise permit any number of lookups of recipients.
   */
  private hitIdOf(request: WireRequest): string | undefined {
    if (!request.policy.idempotent || isDryRun(request)) return undefined;
    const key = validKeyOf(request);
    const content = `${request.url} ${JSON.stringify(request.body)}`;
    return key === undefined ? undefined : `${key} ${this.hitIds.digest(content).toString('base64')}`;
  }
}

function valueOf(setting: ThrottlerOptions['limit'], context: ExecutionContext): number {
  return typeof setting === 'function' ? (setting(context) as number) : setting;
}
