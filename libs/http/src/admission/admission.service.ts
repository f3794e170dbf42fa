import { Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { Config } from '@app/config';
import { DomainError } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { RateLimitGuard } from './rate-limit.guard';
import { OwnServersService } from '../limits/own-servers.service';
import { UploadPlacesService } from './upload-places.service';
import { bodyTooLarge, encodedBody, foreignCharset } from '../wire/body-text';
import { checkHost } from '../wire/host-header';
import { isRepeated } from '../wire/repeated-header';
import type { WireRequest } from '../wire/request';
import { CallerIdentificationService } from './caller-identification.service';
import { clientAddressOf } from '../addresses/client-address';
import { CrossOriginService } from './cross-origin.service';
import type { Policy, PolicyConfig } from '../access/policy';
import { PolicyGuard } from './policy.guard';

/** Bodies of callers without a verified secret: more than any action that takes such callers needs. */
const STRANGER_BODY_BYTES = 32 * 1024;
const BODY_BYTES = 100 * 1024;
/** How long a credential counts as verified while the body arrives. */
const CONFIRM_AFTER_MS = 1000;
/** The largest refused body that is received and dropped, so that the connection stays usable. */
const DROPPED_BODY_BYTES = 1024 * 1024;
/** The same for an upload that is too large, of a caller who may upload: many clients read no response before its end. */
const DROPPED_UPLOAD_BYTES = 32 * 1024 * 1024;
/** `Content-Encoding` of a body that is sent as it is. */
const IDENTITY = /^(?:[\s,]*identity)?[\s,]*$/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;
/** Of routes that libraries register, and of methods without a route. */
const UNDECLARED: Policy = { summary: 'Not an action', credentials: [], hidden: true, unserved: true };

/**
 * Authenticates, counts and authorizes each request before its body is read. What only the body can decide is
 * decided when it has been read: a public key in it, and whether a request repeats an earlier one.
 */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly config: Config,
    private readonly callers: CallerIdentificationService,
    private readonly limits: RateLimitGuard,
    private readonly policies: PolicyGuard,
    private readonly origins: CrossOriginService,
    private readonly uploads: UploadPlacesService,
    private readonly servers: OwnServersService,
  ) {}

  /**
   * Throws in this order: RATE_LIMITED, the error of the Host header, that of the credentials, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, the error
   * of an upload. Returns false for a preflight, which it answers.
   */
  async beforeBody(request: WireRequest, reply: FastifyReply): Promise<boolean> {
    request.policy = (request.routeOptions.config as PolicyConfig | undefined)?.policy ?? UNDECLARED;
    request.clientAddress = clientAddressOf(request.raw, this.config.env.TRUSTED_PROXIES);
    request.caller = { kind: 'anonymous' };
    request.pending = { caller: false, count: false };
    request.admittedAt = performance.now();
    try {
      await this.check(request, reply);
    } catch (error) {
      if (!isDroppable(request, error)) void reply.header('connection', 'close');
      throw error;
    }
    return !this.origins.answersPreflight(request, reply);
  }

  /** Whether something of the request could not be decided before its body. */
  needsBody({ pending, policy }: WireRequest): boolean {
    return pending.caller || pending.count || policy.credentials.includes('public-key');
  }

  /** Decides what had to wait for the body. Throws RATE_LIMITED and the error of the credentials. */
  async withBody(request: WireRequest, reply: FastifyReply): Promise<void> {
    const { pending } = request;
    const context = new ExecutionContextHost([request, reply]);
    const refusal = await this.identify(request, () => this.callers.byBody(request, context));
    this.origins.allow(request, reply);
    if (pending.caller || pending.count) {
      pending.count = false;
      await this.limits.canActivate(context);
    }
    if (refusal) throw refusal;
    if (pending.caller) this.policies.authorize(request);
  }

  /** Counts a request that was to be counted with its body, which could not be read, and one that validation refused. */
  async afterBody(request: WireRequest, reply: FastifyReply): Promise<void> {
    if (request.pending?.count) {
      request.pending.count = false;
      await this.limits.countUnread(request, reply);
    } else if (request.isInvalid) {
      request.isInvalid = false;
      await this.limits.countInvalid(request, reply);
    }
  }

  /**
   * Authenticates and authorizes again if the body took long to arrive, because the session or the key may have ended
   * since: a credential that has ended is refused within a second.
   */
  async confirm(request: WireRequest, reply: FastifyReply): Promise<void> {
    if (performance.now() - request.admittedAt < CONFIRM_AFTER_MS) return;
    const { caller } = request;
    if (caller.kind !== 'user' && caller.kind !== 'app') return;
    request.caller = await this.callers.byHeaders(request, new ExecutionContextHost([request, reply]));
    this.policies.authorize(request);
  }

  private async check(request: WireRequest, reply: FastifyReply): Promise<void> {
    const context = new ExecutionContextHost([request, reply]);
    const { pending } = request;
    const hasBody = isWithBody(request);
    const refusal = await this.identify(request, () => this.callers.byHeaders(request, context));
    this.origins.allow(request, reply);
    pending.caller = hasBody && !refusal && this.callers.isNamedByBody(request);
    pending.count = hasBody && !refusal && this.limits.isCountedByBody(request);
    if (pending.caller) await this.limits.countStranger(request, reply);
    else if (pending.count) await this.limits.checkBeforeBody(request, reply);
    else if (!this.isOfOwnServer(request)) {
      await this.limits.checkGeneral(request, reply);
      await this.limits.canActivate(context);
    }
    checkHost(request.raw);
    if (refusal) throw refusal;
    if (!pending.caller) this.policies.authorize(request);
    request.bodyLimit = bodyLimitOf(request);
    if (hasBody && Number(request.headers['content-length']) > request.bodyLimit) throw bodyTooLarge();
    if (hasBody && isEncoded(request)) {
      void reply.header('accept-encoding', 'identity');
      throw encodedBody();
    }
    if (hasBody && isInForeignCharset(request)) throw foreignCharset();
    if (request.policy.upload) this.uploads.admit(request, reply);
  }

  private isOfOwnServer({ policy, headers }: WireRequest): boolean {
    return policy.calledByServers === true && this.servers.sent(headers);
  }

  /** Sets the caller. Returns the error for a bad credential, because the request is counted before it is refused. */
  private async identify(
    request: WireRequest,
    find: () => Promise<WireRequest['caller']>,
  ): Promise<DomainError | null> {
    try {
      request.caller = await find();
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}

/** Bytes of the largest body that is read of this caller. */
function bodyLimitOf({ caller, policy }: WireRequest): number {
  const isKnown = caller.kind === 'user' || caller.kind === 'app';
  return isKnown ? (policy.maxBodyBytes ?? BODY_BYTES) : STRANGER_BODY_BYTES;
}

function isWithBody({ method, headers }: WireRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is compressed. It would be read as what it is not, so it is refused. */
function isEncoded({ headers }: WireRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && !IDENTITY.test(encoding);
}

/** Whether the body is declared to be in another charset than UTF-8, of which ASCII is a part. */
function isInForeignCharset({ headers, raw }: WireRequest): boolean {
  // A second declaration may name another one.
  if (isRepeated(raw, 'content-type')) return true;
  const declared = headers['content-type']?.matchAll(CHARSET) ?? [];
  return [...declared].some(([, name]) => !/^(?:utf-?8|(?:us-)?ascii)$/i.test(name!));
}

/** Whether the rest of a refused request has a stated and bounded length. Otherwise the connection has to be closed. */
function isDroppable({ headers, policy }: WireRequest, refusal: unknown): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const isLargeUpload = policy.upload && (refusal as Partial<DomainError>).code === 'PAYLOAD_TOO_LARGE';
  const max = isLargeUpload ? DROPPED_UPLOAD_BYTES : DROPPED_BODY_BYTES;
  return Number(headers['content-length'] ?? 0) <= max;
}
