import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import { Config, derivedKey, KeyedHash } from '@app/config';
import type { FastifyReply } from 'fastify';
import { principalOf } from '../access/caller';
import { DRY_RUN_HEADER } from '../wire/dry-run';
import { validKeyOf } from '../wire/idempotency-key';
import type { WireRequest } from '../wire/request';
import { countByAddress } from '../limits/address-limit';
import { CLASSES_WITH_REPEATS, KEPT_CLASSES, RATE_CLASSES } from '../limits/rate-classes';
import { rateLimited } from '../limits/rate-limit.errors';
import { setRateHeaders } from '../limits/rate-limit.headers';
import { type RateLimitRecord, RateLimitStorage } from '../limits/rate-limit.storage';
import { countedKeysOf, throttlerNamesOf } from './throttlers';

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

  /** Whether the request can only be counted when its body has been read, because it may repeat one that was counted. */
  isCountedByBody(request: WireRequest): boolean {
    return CLASSES_WITH_REPEATS.has(request.policy.rate ?? '') && mayRepeat(request);
  }

  /** Counts a request whose caller is not known before its body has been read: as `general`, by client address. */
  async countStranger({ clientAddress }: WireRequest, reply: FastifyReply): Promise<void> {
    const record = await countByAddress(this.storageService, clientAddress);
    setRateHeaders(reply, record);
    refuseBlocked(record, reply);
  }

  /** Throws RATE_LIMITED where a request that is counted by its body is over a limit already. */
  async checkBeforeBody(request: WireRequest, reply: FastifyReply): Promise<void> {
    for (const name of throttlerNamesOf(request)) refuseBlocked(this.blocked(request, name), reply);
    await this.checkGeneral(request, reply);
  }

  /**
   * Throws RATE_LIMITED where a request of another class may come to count as `general`, and that limit is used up. The
   * caller may still send as many bodies as the class allows: only they tell new requests from repeats and invalid ones.
   */
  async checkGeneral(request: WireRequest, reply: FastifyReply): Promise<void> {
    const { rate = 'general', uncounted } = request.policy;
    if (uncounted || rate === 'general' || !this.blocked(request, 'general')) return;
    const { limit, ttl } = RATE_CLASSES[rate];
    for (const { key, factor } of countedKeysOf(request, `unread ${rate}`))
      refuseBlocked(await this.storageService.increment(key, ttl, limit * factor), reply);
  }

  /** Counts a request whose body could not be read, so that it was not counted with it: as `general`. */
  async countUnread(request: WireRequest, reply: FastifyReply): Promise<void> {
    const { limit, ttl } = RATE_CLASSES.general;
    for (const { key, factor } of countedKeysOf(request, 'general'))
      setRateHeaders(reply, await this.storageService.increment(key, ttl, limit * factor));
  }

  /** Counts a request that validation refused as `general` instead of in its class. */
  async countInvalid(request: WireRequest, reply: FastifyReply): Promise<void> {
    const { counted = [] } = request;
    const ofClass = counted.filter(({ name }) => name !== 'app');
    if (ofClass.length === 0) return;
    request.counted = [];
    await Promise.all(ofClass.map(({ key }) => this.storageService.release(key)));
    reply.removeHeader('x-ratelimit-remaining');
    for (const { name, record } of counted) if (name === 'app') setRateHeaders(reply, record);
    await this.countUnread(request, reply);
  }

  /** Shows one set of headers for all throttlers of a request, and counts repeats as `general`. */
  protected override async handleRequest(hit: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, blockDuration } = hit;
    const request = context.switchToHttp().getRequest<WireRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const name = throttler.name!;
    const hitId = CLASSES_WITH_REPEATS.has(name) ? this.hitIdOf(request) : undefined;
    let isRepeat = false;
    for (const { key, factor } of countedKeysOf(request, name)) {
      const record = await this.storageService.increment(
        key,
        ttl,
        limit * factor,
        blockDuration,
        name,
        hitId,
      );
      setRateHeaders(reply, record);
      if (record.isBlocked) throw rateLimited(record);
      ({ isRepeat } = record);
      if (!isRepeat && !KEPT_CLASSES.has(name)) (request.counted ??= []).push({ name, key, record });
    }
    if (!isRepeat) return true;
    return this.handleRequest({
      ...hit,
      throttler: this.byName.get('general')!,
      ...RATE_CLASSES.general,
    });
  }

  private blocked(request: WireRequest, name: string): RateLimitRecord | null {
    for (const { key } of countedKeysOf(request, name)) {
      const record = this.storageService.blocked(key);
      if (record) return record;
    }
    return null;
  }

  /**
   * Identifies a request by caller, idempotency key, address and body. A repeat moves no money and counts as `general`.
   * The body is part of the id, because a key that was never answered would otherwise permit any number of lookups of
   * recipients.
   */
  private hitIdOf(request: WireRequest): string | undefined {
    const { caller, url, body } = request;
    if (body === undefined || !mayRepeat(request)) return undefined;
    const content = `${principalOf(caller)} ${url} ${JSON.stringify(body)}`;
    return `${validKeyOf(request)} ${this.hitIds.digest(content).toString('base64')}`;
  }
}

function refuseBlocked(record: RateLimitRecord | null, reply: FastifyReply): void {
  if (!record?.isBlocked) return;
  setRateHeaders(reply, record);
  throw rateLimited(record);
}

/**
 * Whether the request names an idempotency key under which it may have been sent before. One with the header of dry runs,
 * which may be invalid, never makes the request without it a repeat.
 */
function mayRepeat(request: WireRequest): boolean {
  const { policy, headers } = request;
  return (
    policy.idempotent === true && headers[DRY_RUN_HEADER] === undefined && validKeyOf(request) !== undefined
  );
}

function valueOf(setting: ThrottlerOptions['limit'], context: ExecutionContext): number {
  return typeof setting === 'function' ? (setting(context) as number) : setting;
}
