import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import { clientAddressOf } from '../addresses/client-address';
import { countByAddress } from '../limits/address-limit';
import { rateHeaders } from '../limits/rate-limit.headers';
import type { RateLimitStorage } from '../limits/rate-limit.storage';
import { errorStatus, variantOf } from './envelope';
import type { ErrorBodies } from './error-bodies';
import type { ReadRequest } from './request';
import { requestIdOf } from './request-id';

/** Of an error of Node's parser, which contains the input, only the code is used. */
type Fault = Pick<NodeJS.ErrnoException, 'code'>;
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
    private readonly bodies: ErrorBodies,
    private readonly log: Logger,
  ) {}

  /**
   * Refuses the last request of a connection and closes it, because the start of the next request is unknown. Complete
   * requests before it get their responses first. Bytes behind a complete request that is being answered are not refused
   * in a response of their own, which a client might take for that of its request.
   */
  async refuse(fault: Fault, socket: Socket): Promise<void> {
    // A parser fails again at the end of its input.
    if (fault.code === 'ECONNRESET' || socket.destroyed || this.refused.has(socket)) return;
    this.refused.add(socket);
    discardInput(socket);
    const first = answering(socket);
    if (first && !first.req.complete) first.req.isUnreadable = true;
    const address = clientAddressOf(first?.req ?? { socket, headers: {} }, this.trustedProxies);
    const record = await countByAddress(this.limits, address);
    const hasAnswered = await answerComplete(socket);
    const answer = answering(socket);
    const id = requestIdOf(answer?.req ?? { headers: {} });
    const { status, headers, body } = refusalOf(fault, answer?.req, id, this.bodies);
    // The input is not logged: it may be secret.
    this.log.info({ request_id: id, status, address, fault: fault.code }, 'unreadable request');
    if (socket.writable && (answer ? !answer.headersSent : !hasAnswered)) {
      const lines = Object.entries({ ...this.headers, ...headers, ...rateHeaders(record) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    }
    closeRead(socket);
  }
}

/**
 * Answers requests that Node's server would end without a response of ours: those that expect something of the server are
 * served, and those for a tunnel are refused.
 */
export function answerOddRequests(server: Server, unreadable: UnreadableRequests): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    // Node removes its own handler from the sockets of tunnels, and an error without a handler ends the process.
    socket.on('error', () => undefined);
    void unreadable.refuse({ code: 'TUNNEL' }, socket as Socket);
  });
}

/** The pending response of a connection. Node has no public property for it. */
function answering(socket: Socket): ServerResponse<Read> | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse<Read> | null })._httpMessage ?? undefined;
}

/** Waits for the responses to all complete requests of a connection. Returns whether there was any. */
async function answerComplete(socket: Socket): Promise<boolean> {
  let last: ServerResponse<Read> | undefined;
  for (;;) {
    const answer = answering(socket);
    if (!answer || answer === last || !(answer.req.complete || answer.writableEnded))
      return last !== undefined;
    await new Promise<void>((resolve) => answer.once('close', resolve));
    last = answer;
  }
}

/**
 * Keeps further input from Node's parser, which would execute a request that arrives completely after its time. The input
 * is read nevertheless, because the client could lose the response otherwise.
 */
function discardInput(socket: Socket): void {
  socket.removeAllListeners('data').on('data', () => undefined);
}

/** How long a client may take to read the last response before its connection ends. */
const LINGER_MS = 1000;

/** Ends a connection whose input is discarded. */
function closeRead(socket: Socket): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function refusalOf({ code }: Fault, request: Read | undefined, id: string, bodies: ErrorBodies) {
  const [early, message] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, TOO_LATE]
      : code === 'HPE_HEADER_OVERFLOW'
        ? [431, TOO_LARGE]
        : [null, MALFORMED];
  const variant = variantOf(request?.publicUrl ?? '');
  const refusal = new DomainError('invalid', 'VALIDATION_ERROR', message);
  const status = early ?? errorStatus(variant, refusal);
  const body = bodies.write(variant, refusal, id, status);
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
