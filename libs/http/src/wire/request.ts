import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '@app/write-path';
import type { ErrorCode } from '@app/kernel';
import type { Caller } from '../access/caller';
import type { Policy } from '../access/policy';
import type { ReadDetails } from '../audit/audit-log.service';
import type { RateLimitRecord } from '../limits/rate-limit.storage';

/** What is noted on a request while it is read. */
export interface ReadRequest {
  /** The URL that the client sent. */
  publicUrl?: string;
  /** Whether Node's parser refused the request after its headers, which has been logged. */
  isUnreadable?: boolean;
}

/** A request with the fields that hooks and guards add. */
export interface WireRequest extends FastifyRequest {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  raw: FastifyRequest['raw'] & ReadRequest;
  /** Set by Admission, as are the next five. */
  caller: Caller;
  policy: Policy;
  clientAddress: string;
  /** Bytes of the largest body that is read. */
  bodyLimit: number;
  /** What can only be decided when the body has been read. */
  pending: { caller: boolean; count: boolean };
  /** The hits of its class and of its app's own limit, and whether validation refused it. */
  counted?: { name: string; key: string; record: RateLimitRecord }[];
  isInvalid?: boolean;
  /** Of the error that it was answered with. */
  errorCode?: ErrorCode;
  /** Whether the guards admitted it: the body was read, and PIN and idempotency key are valid. */
  isAdmitted?: boolean;
  /** When the head of the request arrived, in milliseconds of `performance.now()`. */
  admittedAt: number;
  /** The original text, where the policy says that senders sign it. */
  bodyText?: string;
  /** The file of an action whose policy declares an upload. */
  upload?: Buffer;
  /** Details of the audit entry that a read declares. */
  auditDetails?: ReadDetails;
  /** For `Commands.answer`. */
  requestContext: RequestContext;
}

/** The URL that the client sent, before its action was moved into the path. */
export function publicUrl(request: FastifyRequest): string {
  return (request as WireRequest).raw.publicUrl ?? request.url;
}
