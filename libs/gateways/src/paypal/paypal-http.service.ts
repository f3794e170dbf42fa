import { GatewayOutcomeUnknown } from '@app/charges';
import type { Clock } from '@app/kernel';
import { Agent, request } from 'undici';
import { boundedText, failureCode } from '../flutterwave/gateway-http.service';
import { fields } from '../flutterwave/gateway-answer.mapping';

/** Seconds before its end at which a token is renewed. */
const TOKEN_MARGIN_SECONDS = 60;

export interface PayPalAccess {
  /** Without a trailing slash, e.g. `https://api-m.paypal.com`. */
  baseUrl: () => string;
  clientId: string;
  clientSecret: string;
  timeoutMs: number;
}

export interface PayPalResponse {
  httpStatus: number;
  body: Record<string, unknown>;
  /** Seconds that the provider asks us to wait. */
  retryAfter: number | null;
}

/**
 * The transport of the PayPal REST protocol. It keeps one access token and renews it when the provider refuses it; the
 * request is then repeated unchanged. Anything that leaves the outcome open throws `GatewayOutcomeUnknown`.
 */
export class PayPalHttpService {
  private readonly agent = new Agent({
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    connections: 16,
  });
  private token: Promise<{ value: string; until: number }> | null = null;

  constructor(
    private readonly access: PayPalAccess,
    private readonly clock: Clock,
  ) {}

  get(path: string): Promise<PayPalResponse> {
    return this.authorized('GET', path);
  }

  /** `requestId` makes repeats of the request the same request. */
  post(path: string, body: object | null, requestId: string): Promise<PayPalResponse> {
    return this.authorized('POST', path, body === null ? '{}' : JSON.stringify(body), requestId);
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async authorized(method: 'GET' | 'POST', path: string, body?: string, requestId?: string) {
    const headers = {
      'content-type': 'application/json',
      ...(requestId !== undefined && { 'paypal-request-id': requestId }),
    };
    const first = await this.withToken(method, path, headers, body);
    if (first.httpStatus !== 401) return first;
    this.token = null;
    return this.withToken(method, path, headers, body);
  }

  private async withToken(method: 'GET' | 'POST', path: string, headers: object, body?: string) {
    const token = await this.accessToken();
    if (token === null) return { httpStatus: 401, body: {}, retryAfter: null };
    return this.exchange(method, path, { ...headers, authorization: `Bearer ${token}` }, body);
  }

  /** Null where the provider refuses our credentials. Concurrent requests share one token request. */
  private async accessToken(): Promise<string | null> {
    const now = this.clock.now().getTime();
    const known = await this.token?.catch(() => null);
    if (known && known.until > now) return known.value;
    this.token = this.newToken(now);
    try {
      return (await this.token).value;
    } catch (error) {
      this.token = null;
      if (error instanceof CredentialsRefused) return null;
      throw error;
    }
  }

  private async newToken(now: number): Promise<{ value: string; until: number }> {
    const { clientId, clientSecret } = this.access;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await this.exchange(
      'POST',
      '/v1/oauth2/token',
      { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
      'grant_type=client_credentials',
    );
    if (answer.httpStatus === 401 || answer.httpStatus === 403) throw new CredentialsRefused();
    const { access_token: value, expires_in: seconds } = answer.body;
    if (typeof value !== 'string' || typeof seconds !== 'number')
      throw new GatewayOutcomeUnknown(`the wallet provider gave no token (${answer.httpStatus})`);
    return { value, until: now + (seconds - TOKEN_MARGIN_SECONDS) * 1000 };
  }

  private async exchange(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<PayPalResponse> {
    const { timeoutMs } = this.access;
    try {
      const answer = await request(`${this.access.baseUrl()}${path}`, {
        dispatcher: this.agent,
        method,
        headers: { accept: 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const text = await boundedText(answer.body);
      const wait = Number(answer.headers['retry-after']);
      const retryAfter = Number.isSafeInteger(wait) && wait > 0 ? wait : null;
      const { statusCode: httpStatus } = answer;
      if (httpStatus >= 500 || httpStatus === 408 || (httpStatus >= 300 && httpStatus < 400))
        throw new GatewayOutcomeUnknown(`the wallet provider answered ${httpStatus}`);
      return { httpStatus, body: fields(text === '' ? {} : JSON.parse(text)), retryAfter };
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) throw error;
      throw new GatewayOutcomeUnknown(`no answer from the wallet provider (${failureCode(error)})`);
    }
  }
}

/** The provider refuses the client id or its secret. */
class CredentialsRefused extends Error {}
