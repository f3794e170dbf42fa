import { errorFault } from './error-fault';
import { checkAnswer } from './checked-answers';

/** Optional parts of a test request. */
export interface CallOptions {
  /** An access token. */
  token?: string;
  /** An API key, sent as X-API-Key. */
  key?: string;
  /** The token of a checkout session. */
  sessionToken?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface HttpAnswer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test asserts the shape it expects
  body: any;
  text: string;
  headers: Headers;
  /** Seconds after which the request may be sent again. */
  retryAfter: string | null;
}

/** Status and error code, e.g. `200 OK` or `409 INVALID_STATE`. */
export const outcomeOf = ({ status, body }: HttpAnswer): string => `${status} ${body?.error_code ?? 'OK'}`;

/** `host` is a host's name or a base URL. A string body is sent unchanged. */
export type HttpClient = (
  host: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<HttpAnswer>;

/** Sends a request. Throws where the answer is not as the documentation and the API reference of the host say. */
export async function httpClient(
  method: string,
  url: string,
  body: unknown,
  { token, key, sessionToken, idempotencyKey, headers = {} }: CallOptions = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'x-api-key': key }),
      ...(sessionToken && { 'x-session-token': sessionToken }),
      ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const { status, headers: received } = response;
  const answer = parsed(text);
  const fault = errorFault(status, answer);
  if (fault) throw new Error(`${method} ${url}: ${fault}`);
  checkAnswer(url, { method, status, contentType: received.get('content-type'), body: answer });
  return {
    status,
    headers: received,
    text,
    body: answer,
    retryAfter: received.get('retry-after'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
