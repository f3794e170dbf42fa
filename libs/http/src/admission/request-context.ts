import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash } from '@app/config';
import type { RequestContext, IdempotencyRecord, WrittenAnswer } from '@app/write-path';
import { canonicalText, type DomainError, uuidText } from '@app/kernel';
import { principalOf } from '../access/caller';
import { ActivityLog } from '../access/ports';
import { RECORDED_OF_OWNERS } from '../access/team-roles';
import { AuditLogService } from '../audit/audit-log.service';
import { normalForm } from '../validation/normal';
import { checkDryRun, isDryRun } from '../wire/dry-run';
import { errorStatus, successBody, variantOf } from '../wire/envelope';
import { ErrorBodies } from '../wire/error-bodies';
import { idempotencyKeyOf } from '../wire/idempotency-key';
import type { WireRequest } from '../wire/request';

/** Top-level fields left out of the fingerprint, because a retry may correct them. Nested ones are content. */
const UNFINGERPRINTED = new Set(['pin', 'idempotency_key']);

/** Reads idempotency key and dry run of a request, and writes its responses. */
@Injectable()
export class RequestContextFactory {
  private readonly fingerprints: KeyedHash;

  constructor(
    { env }: Config,
    private readonly auditLog: AuditLogService,
    private readonly activity: ActivityLog,
    private readonly errors: ErrorBodies,
  ) {
    this.fingerprints = new KeyedHash(derivedKey(env.FINGERPRINT_KEY, 'idempotency'));
  }

  create(request: WireRequest): RequestContext {
    const variant = variantOf(request.url);
    const { policy } = request;
    checkDryRun(request);
    const dryRun = isDryRun(request);
    return {
      correlationId: request.id,
      idempotency: policy.idempotent ? this.idempotencyOf(request) : null,
      dryRun,
      auditEntry: policy.audit ? this.auditLog.writeFor(request, policy.audit) : null,
      activityEntry: this.activityEntryOf(request),
      success: (result: unknown): WrittenAnswer => ({
        status: policy.status ?? 200,
        body: JSON.stringify({ ...successBody(variant, result), ...(dryRun && { dry_run: true }) }),
      }),
      refusal: (error: DomainError): WrittenAnswer => ({
        status: errorStatus(variant, error),
        body: this.errors.write(variant, error, request.id),
      }),
    };
  }

  private idempotencyOf(request: WireRequest): IdempotencyRecord | null {
    const key = idempotencyKeyOf(request);
    if (key === undefined) return null;
    return {
      principalId: principalOf(request.caller) ?? this.principalOfBuyer(request),
      key,
      operation: `${request.method} ${request.url.split('?')[0]}`,
      fingerprint: this.fingerprints.digest(canonicalText(contentOf(request.body), normalForm)),
    };
  }

  /** Null for reads, and for what owners do that the activity of their account does not list. */
  private activityEntryOf(request: WireRequest): RequestContext['activityEntry'] {
    const { caller, policy, method, url, body, clientAddress: address, id: requestId } = request;
    if (caller.kind !== 'user' || method === 'GET') return null;
    if (caller.teamRole === null && !RECORDED_OF_OWNERS.has(policy.team)) return null;
    const action = url.split('?')[0]!.replace('/api/', '');
    return this.activity.entryOf({ caller, action, body, address, requestId });
  }

  /** A UUID derived from the buyer's session token. */
  private principalOfBuyer({ caller }: WireRequest): string {
    const token = caller.kind === 'buyer' ? caller.sessionToken : '';
    return uuidText(this.fingerprints.digest(`buyer ${token}`).toString('hex'));
  }
}

/** A body without those of its own fields that a retry may correct. */
function contentOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !UNFINGERPRINTED.has(key)));
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<WireRequest>();

/** The caller of the request. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).caller);

/** The context of the request, for `Commands.answer`. */
export const Context = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).requestContext,
);

/** When the request arrived, in milliseconds of `performance.now()`. */
export const ArrivedAt = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).admittedAt,
);

/** The client's network address. */
export const ClientAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).clientAddress,
);

/** The file of an action whose policy declares an upload. */
export const Upload = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).upload,
);
