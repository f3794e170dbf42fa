import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import { clientAddressOf } from '../access/client-address';
import { countByAddress } from '../limits/address-limit';
import { rateHeaders } from '../limits/rate-limit.headers';
import type { RateLimitStorage } from '../limits/rate-limit.storage';
import { errorBody, errorStatus, variantOf } from './envelope';
import { requestIdOf } from './request-id';

type ParserError = Error & { code?: string };
type Read = IncomingMessage & { publicUrl?: string };

const TOO_LATE = 'The request did not arrive in time.';
const TOO_LARGE = 'The headers are larger than the 16 kB that are read.';
const MALFORMED = 'The request is not valid HTTP.';

/**
 * Answers requests that Node's parser refuses before there is a route, in the envelope of every other refusal: unknown
 * methods, forbidden characters, headers that are too large, whatever does not arrive in time.
 */
export class UnreadableRequests {
  private readonly refused = new WeakSet<Socket>();

  constructor(
    private readonly limits: RateLimitStorage,
    private readonly trustedProxies: readonly string[],
    private readonly log: Logger,
  ) {}

  /** Refuses what came last on the connection, and ends it: nobody knows where in it another request would begin. */
  async refuse(error: ParserError, socket: Socket): Promise<void> {
    // A parser that failed fails again at whatever follows.
    if (error.code === 'ECONNRESET' || socket.destroyed || this.refused.has(socket)) return;
    this.refused.add(socket);
    const answer = answering(socket);
    const request = answer?.req ?? { socket, headers: {} };
    const address = clientAddressOf(request, this.trustedProxies);
    const record = await countByAddress(this.limits, address);
    const id = requestIdOf(request);
    const { status, headers, body } = refusalOf(error, answer?.req, id);
    // The error holds what was sent, which may be secret: only its code is told.
    this.log.info({ request_id: id, status, address, fault: error.code }, 'unreadable request');
    if (socket.writable && isUnanswered(answer)) {
      const lines = Object.entries({ ...headers, ...rateHeaders(record) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    }
    socket.destroy(error);
  }
}

/** The answer that the connection waits for. Node tells it nowhere else. */
function answering(socket: Socket): ServerResponse<Read> | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse<Read> })._httpMessage;
}

/**
 * Whether the refusal would be taken for what it is. An answer that has begun would be broken by it; a request that was
 * read whole, whose answer is yet to come, would seem to be refused while its money moves.
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
  const told = { ...errorBody(variant, refusal, id), ...(variant === 'B' && { status_code: status }) };
  const body = JSON.stringify(told);
  return {
    ...{ status, body },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      'x-request-id': id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  };
}
