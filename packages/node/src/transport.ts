import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from './credentials.js';
import * as errors from './errors.js';
import { ApiError, ConnectionError, type ErrorBody, PaymentsError, ServerError } from './errors.js';
import type { IdempotentOptions, Operation, RequestOptions } from './resource.js';

/** Of the client, for requests that do not give their own. */
export type TransportOptions = Pick<RequestOptions, 'timeout' | 'maxRetries'>;

const TIMEOUT_MS = 30_000;
/** The longest that a timer of Node waits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
/** A response that asks for a longer pause is returned as an error instead. */
const MAX_WAIT_MS = 60_000;
/** Statuses after which an idempotent request is repeated. */
const TEMPORARY = new Set([500, 502, 503, 504]);
/** Classes of errors by code and by status. */
const KINDS = new Map<string | number | undefined, typeof ApiError>([
  ['VALIDATION_ERROR', errors.ValidationError],
  ['CARD_DECLINED', errors.CardDeclinedError],
  [401, errors.AuthenticationError],
  [403, errors.PermissionError],
  [404, errors.NotFoundError],
  [409, errors.ConflictError],
  [429, errors.RateLimitError],
]);
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

interface Attempt {
  url: URL;
  init: { method: string; headers: Headers; body?: string | FormData; redirect: 'manual' };
  timeout: number;
  signal: AbortSignal | undefined;
}

/** Sends requests and repeats those that failed, where a repetition cannot execute anything twice. */
export class Transport {
  readonly #credentials: Credentials;
  readonly #defaults: TransportOptions;
  /** Operations whose unknown fields were reported. */
  readonly #reported = new Set<string>();

  constructor(credentials: Credentials, defaults: TransportOptions) {
    this.#credentials = credentials;
    this.#defaults = defaults;
  }

  async send(operation: Operation, input?: object, options: IdempotentOptions = {}): Promise<unknown> {
    const attempt = this.#attemptOf(operation, input, options);
    const { signal, maxRetries = this.#defaults.maxRetries ?? MAX_RETRIES } = options;
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#once(operation, attempt);
      } catch (error) {
        const wait = failures < maxRetries ? pauseAfter(error, failures, operation) : undefined;
        if (wait === undefined) throw error;
        await pause(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
      }
    }
  }

  /** Made once for all attempts of a call, so that they share an idempotency key. */
  #attemptOf(operation: Operation, input: object | undefined, options: IdempotentOptions): Attempt {
    const { base, header } = this.#credentials.targetOf(operation);
    const url = new URL(operation.path, base);
    const headers = headersOf(options.headers);
    if (header) headers.set(...header);
    const init: Attempt['init'] = { method: operation.method, headers, redirect: 'manual' };
    if (operation.method === 'GET') addQuery(url, input);
    else if (input instanceof FormData) init.body = input;
    else {
      headers.set('Content-Type', 'application/json');
      init.body = JSON.stringify(input ?? {});
    }
    if (operation.isIdempotent) {
      headers.set('X-Idempotency-Key', idempotencyKeyOf(input, options));
      if (options.dryRun) headers.set('X-Dry-Run', 'true');
    } else if (options.idempotencyKey !== undefined || options.dryRun) {
      throw new PaymentsError(`${operation.name} takes no idempotencyKey and no dryRun.`);
    }
    const timeout = options.timeout ?? this.#defaults.timeout ?? TIMEOUT_MS;
    if (!(timeout >= 1 && timeout <= MAX_TIMEOUT_MS))
      throw new PaymentsError(`A timeout is 1 to ${MAX_TIMEOUT_MS} milliseconds.`);
    return { url, init, timeout, signal: options.signal };
  }

  async #once(operation: Operation, { url, init, timeout, signal }: Attempt): Promise<unknown> {
    signal?.throwIfAborted();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeout);
    const stop = () => limit.abort();
    signal?.addEventListener('abort', stop);
    try {
      const response = await fetch(url, { ...init, signal: limit.signal });
      this.#reportUnknownFields(operation, response.headers.get('x-unknown-fields'));
      if (operation.isFile && response.ok) return new Uint8Array(await response.arrayBuffer());
      return this.#bodyOf(url, response, await response.text());
    } catch (error) {
      if (error instanceof PaymentsError) throw error;
      signal?.throwIfAborted();
      const reason = limit.signal.aborted ? `no response within ${timeout} ms` : reasonOf(error);
      throw new ConnectionError(`${url.origin} does not answer (${reason})`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  /** The body of a success. The content type is not relied on, because servers on the way may change it. */
  #bodyOf({ origin }: URL, { ok, status, headers }: Response, text: string): unknown {
    const body = parsed(text);
    if (ok && body?.success === true) return body;
    const error = (this.#credentials.parseRedacted(text) ?? {}) as ErrorBody;
    const message =
      typeof error.message === 'string'
        ? error.message
        : `${origin} answered ${status} without a response of the API.`;
    const isRefused = status >= 400 && status < 500;
    const Kind = KINDS.get(error.error_code) ?? KINDS.get(status) ?? (isRefused ? ApiError : ServerError);
    throw new Kind(message, status, error, retryAfterOf(headers, error));
  }

  #reportUnknownFields({ name }: Operation, fields: string | null): void {
    if (!fields || this.#reported.has(name)) return;
    this.#reported.add(name);
    process.emitWarning(`${name} does not know these fields and ignores them: ${fields}`, 'PaymentsWarning');
  }
}

function headersOf(given: Record<string, string> | undefined): Headers {
  try {
    return new Headers({ ...given, 'User-Agent': 'payments-platform-node' });
  } catch {
    // The cause shows the value, which may be a token.
    throw new PaymentsError('The option headers has a malformed name or value.');
  }
}

function addQuery(url: URL, input: object = {}): void {
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
}

/** Variant B takes the key in its body, too, and refuses a second one in the header. */
function idempotencyKeyOf(
  input: { idempotency_key?: unknown } = {},
  { idempotencyKey }: IdempotentOptions,
): string {
  const key = idempotencyKey ?? input.idempotency_key ?? randomUUID();
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw new PaymentsError('An idempotencyKey is 1 to 128 visible ASCII characters.');
}

/** Milliseconds to wait before the request is repeated; undefined if it must not be. */
function pauseAfter(
  error: unknown,
  failures: number,
  { method, isIdempotent }: Operation,
): number | undefined {
  const isRepeatable = method === 'GET' || isIdempotent;
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
  if (error instanceof ConnectionError) return isRepeatable ? backoff : undefined;
  if (!(error instanceof ApiError)) return undefined;
  const isTemporary = TEMPORARY.has(error.status) || error.errorCode === 'IDEMPOTENCY_IN_PROGRESS';
  // Limits are checked before a request is executed.
  if (error.status !== 429 && !(isRepeatable && isTemporary)) return undefined;
  const wait = error.retryAfter === null ? backoff : error.retryAfter * 1000;
  return wait <= MAX_WAIT_MS ? wait : undefined;
}

/** Seconds, from the header, which may be a date, or from the body. */
function retryAfterOf(headers: Headers, { retry_after: inBody }: ErrorBody): number | null {
  const text = headers.get('retry-after');
  const seconds =
    text === null ? inBody : /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}

function parsed(text: string): (ErrorBody & { success?: boolean }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code || cause?.message || message;
}
