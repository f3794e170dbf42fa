import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import { DomainError } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RateLimited } from '../limits/rate-limit.errors';
import { CLASSES_WITH_REPEATS } from '../limits/rate-classes';
import { rateHeaders } from '../limits/rate-limit.headers';
import { InvalidFields } from '../validation/pipe';
import { databaseRefusal } from './database-errors';
import { DRY_RUN_HEADER, isDryRun } from './dry-run';
import { RequestAborted } from './body-text';
import { errorStatus, variantOf } from './envelope';
import { ErrorBodies } from './error-bodies';
import { publicUrl, type WireRequest } from './request';

/** Writes errors in their envelope. Unexpected errors are logged with their stack and answered without detail. */
@Injectable()
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly pages = new Map<string, ExceptionFilter>();

  constructor(
    private readonly log: Logger,
    private readonly bodies: ErrorBodies,
  ) {}

  /** Registers a filter for all errors below a path, including those thrown before a controller. */
  leaveTo(filter: ExceptionFilter, below: string): void {
    this.pages.set(below, filter);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    (request as WireRequest).isInvalid = isInvalid(thrown, request as WireRequest);
    const url = publicUrl(request);
    for (const [below, filter] of this.pages) {
      if (url.startsWith(below)) return void filter.catch(thrown, host);
    }
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    this.write(thrown, request, reply);
  }

  private write(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = this.writeHead(thrown, request, reply);
    const variant = variantOf(publicUrl(request));
    if (isDryRun(request as WireRequest)) void reply.header(DRY_RUN_HEADER, 'true');
    const body = this.bodies.write(variant, error, request.id, reply.statusCode);
    void reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }

  /** Sets status and headers of an error, logs unexpected ones, and returns the error for the body. */
  writeHead(thrown: unknown, request: FastifyRequest, reply: FastifyReply): DomainError {
    const refusal = refusalFor(thrown);
    (request as WireRequest).errorCode = refusal?.code ?? 'INTERNAL_ERROR';
    if (!refusal) {
      this.log.error({ err: thrown, request_id: request.id }, 'unexpected error');
      void reply.status(500);
      return new DomainError('unavailable', 'INTERNAL_ERROR', 'Something went wrong on our side.');
    }
    if (thrown instanceof RequestAborted && !(request as WireRequest).raw.isUnreadable)
      this.log.info({ request_id: request.id }, 'request aborted');
    if (refusal.kind === 'unavailable') this.log.warn({ err: thrown, request_id: request.id }, 'unavailable');
    const { retry_after: retryAfter, allow } = refusal.extra;
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    if (typeof allow === 'string') void reply.header('allow', allow);
    if (refusal instanceof RateLimited && refusal.record) void reply.headers(rateHeaders(refusal.record));
    void reply.status(errorStatus(variantOf(publicUrl(request)), refusal));
    return refusal;
  }
}

/**
 * Whether validation refused the request, before its action decided anything. Actions that move money also check their fields
 * against each other and against the account, before they call another company.
 */
function isInvalid(thrown: unknown, { isAdmitted, policy }: WireRequest): boolean {
  if (thrown instanceof InvalidFields) return true;
  const isEarly = !isAdmitted || CLASSES_WITH_REPEATS.has(policy.rate ?? '');
  return isEarly && thrown instanceof DomainError && thrown.code === 'VALIDATION_ERROR';
}

function refusalFor(thrown: unknown): DomainError | null {
  if (thrown instanceof DomainError) return thrown;
  const database = databaseRefusal(thrown);
  if (database) return database;
  const status =
    thrown instanceof HttpException ? thrown.getStatus() : (thrown as { statusCode?: number }).statusCode;
  switch (status) {
    case 400:
      return new DomainError('invalid', 'VALIDATION_ERROR', 'The request is malformed.');
    case 404:
      return new DomainError('not-found', 'NOT_FOUND', 'There is nothing at this address.');
    case 413:
      return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', 'The body is larger than this action takes.');
    case 415:
      return new DomainError(
        'unsupported-media',
        'UNSUPPORTED_MEDIA_TYPE',
        'Send JSON (Content-Type: application/json).',
      );
    default:
      return null;
  }
}
