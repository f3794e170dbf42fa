import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '@app/write-path';
import type { DomainError } from '@app/kernel';
import type { Caller } from '../access/caller';
import type { Policy } from '../access/policy';

/** A request with the fields that hooks and guards add. */
export interface WireRequest extends FastifyRequest {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  raw: FastifyRequest['raw'] & { publicUrl?: string };
  /** Set by IdentifyGuard. */
  caller: Caller;
  policy: Policy;
  /** The error for bad credentials, thrown after the request has been counted. */
  refusal?: DomainError;
  /** The original text of gateway events, whose senders sign it. */
  bodyText?: string;
  clientAddress: string;
  /** For `Commands.answer`. */
  requestContext: RequestContext;
}

/** The URL that the client sent, before its action was moved into the path. */
export function publicUrl(request: FastifyRequest): string {
  return (request as WireRequest).raw.publicUrl ?? request.url;
}
