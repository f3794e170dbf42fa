import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import { clientAddressOf } from '../access/client-address';
import { countByAddress } from '../limits/address-limit';
import { rateHeaders } from '../limits/rate-limit.headers';
import type { RateLimitStorage } from '../limits/rate-limit.storage';
import { errorBody, errorStatus, variantOf } from './envelope';
import type { ReadRequest } from './request';
import { requestIdOf } from './request-id';

type ParserError = Error & { code?: string };
type Read = IncomingMessage & ReadRequest;

const TOO_LATE = 'The request did not arrive in time.';
const TOO_LARGE = 'The headers are larger than the 16 kB that are read.';
const MALFORMED = 'The request is not valid HTTP.';

/**
 * Answers requests that Node's parser refuses before routing, in the usual error envelope: unknown methods, forbidden
 * characters, headers that are too large, requests that do not arrive in time.
 */
export class UnreadableRequests {
  private readonly refused = new WeakSet<Socket>();

  constructor(
    private readonly limits: RateLimitStorage,
    private readonly trustedProxies: readonly string[],
    /** Of every response of the host. */
    private readonly headers: Readonly<Record<string, string>>,
    private readonly log: Logger,
  ) {}

  /** Refuses the last request of a connection and closes it, because the start of the next request is unknown. */
  async refuse(error: ParserError, socket: Socket): Promise<void> {
    // A failed parser fails again on all further input of the connection.
    if (error.code === 'ECONNRESET' || socket.destroyed || this.refused.has(socket)) return;
    this.refused.add(socket);
    const answer = answering(socket);
    if (answer) answer.req.isUnreadable = true;
    const request = answer?.req ?? { socket, headers: {} };
    const address = clientAddressOf(request, this.trustedProxies);
    const record = await countByAddress(this.limits, address);
    const id = requestIdOf(request);
    const { status, headers, body } = refusalOf(error, answer?.req, id);
    // Only the error's code is logged, because the error contains the input, which may be secret.
    this.log.info({ request_id: id, status, address, fault: error.code }, 'unreadable request');
    if (socket.writable && isUnanswered(answer)) {
      const lines = Object.entries({ ...this.headers, ...headers, ...rateHeaders(record) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    }
    socket.destroy(error);
  }
}

/** The pending response of a connection. Node has no public property for it. */
function answering(socket: Socket): ServerResponse<Read> | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse<Read> })._httpMessage;
}

/**
 * Whether the error may be written. It would corrupt a response that has begun, and the client would take it for the
 * response to a complete request that is still being executed.
 */
function isUnanswered(answer: ServerResponse<Read> | undefined): boolean {
  return !answer || !(answer.headersSent || answer.req.complete);
}

function refusalOf({ code }: ParserError, request: Read | undefined, id: string) {
  const [early, message] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, TOO_LATE]
      : code === 'HPE_HEADER_OVERFLOW'
        ? [431, TOO_LARGE]
        : [null, MALFORMED];
  const variant = variantOf(request?.publicUrl ?? '');
  const refusal = new DomainError('invalid', 'VALIDATION_ERROR', message);
  const status = early ?? errorStatus(variant, refusal);
  const fields = { ...errorBody(variant, refusal, id), ...(variant === 'B' && { status_code: status }) };
  const body = JSON.stringify(fields);
  return {
    status,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      'x-request-id': id,
    },
  };
}
