import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '@app/write-path';
import type { DomainError } from '@app/kernel';
import type { Caller } from '../access/caller';
import type { Policy } from '../access/policy';

/** What the HTTP layer hangs on a request as it passes the gates. */
export interface WireRequest extends FastifyRequest {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  raw: FastifyRequest['raw'] & { publicUrl?: string };
  /** Set by the gate in front of every route. */
  caller: Caller;
  policy: Policy;
  /** Why the credentials were refused; thrown once the request has been counted. */
  refusal?: DomainError;
  /** The body as it came, where its sender signs it: events of other companies. */
  bodyText?: string;
  clientAddress: string;
  /** What the action's command is answered through. */
  requestContext: RequestContext;
}

/** The URL as the client wrote it, before its action was rewritten into the path. */
export function publicUrl(request: FastifyRequest): string {
  return (request as WireRequest).raw.publicUrl ?? request.url;
}
