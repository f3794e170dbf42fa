import { Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import type { FastifyReply } from 'fastify';
import { ActionRegistry } from '../wire/action-registry';
import type { WireRequest } from '../wire/request';
import { isAllowedOrigin } from '../access/allowed-origins';
import { HOST } from '../access/host';

/** Response headers that pages of other origins may read. */
const READABLE = [
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotency-Replayed',
  'X-Dry-Run',
  'X-Unknown-Fields',
].join(', ');
/** Request headers that any page may send to cross-origin actions. */
const SENT = 'Content-Type, X-API-Key, X-Checkout-Key, X-Session-Token, X-Buyer-Token, X-Request-Id';
/** Request headers that pages of the operator may send. */
const SENT_BY_WEB = `${SENT}, Authorization, X-App, X-Device-Token, X-Idempotency-Key, Idempotency-Key, X-Dry-Run`;
const PREFLIGHT_SECONDS = '600';
/** Pages on the developer's own machine, on any port. */
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Decides which pages of other origins may call the API and read its responses, errors included: all of them for
 * actions that are declared `crossOrigin`, limited by the origins of the public key, and for all actions the operator's
 * `WEB_ORIGINS` and, on the sandbox host, the console. If that is not set, these are the pages of the developer's machine, and none in production. No request
 * is authenticated by cookies.
 */
@Injectable()
export class CrossOriginService {
  /** Whether any page of the operator may call this host. */
  private readonly isForWeb: boolean;

  constructor(
    private readonly config: Config,
    private readonly registry: ActionRegistry,
    @Inject(HOST) private readonly host: HostName,
  ) {
    const isCalled = config.env.WEB_ORIGINS.length > 0 || !config.isProduction;
    this.isForWeb = host === 'sandbox' || (host !== 'scheduler' && isCalled);
  }

  /** Sets the CORS headers of the response. The caller must be identified as far as it is possible. */
  allow(request: WireRequest, reply: FastifyReply): void {
    const { headers, caller, policy } = request;
    if (!policy.crossOrigin && !(this.isForWeb && isOfApi(request))) return;
    const { origin } = headers;
    void reply.header('vary', 'Origin');
    if (origin === undefined) return;
    const isAllowed =
      (policy.crossOrigin === true && isAllowedOrigin(caller, origin, this.config)) ||
      this.isFromWeb(request);
    if (!isAllowed) return void reply.removeHeader('access-control-allow-origin');
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE });
  }

  /**
   * Answers a CORS preflight and returns true. Preflights carry no key, so cross-origin actions allow all origins here;
   * the request that follows is refused if its key does not allow the origin. False: the request is not one.
   */
  answersPreflight(request: WireRequest, reply: FastifyReply): boolean {
    const { method, headers } = request;
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    const { origin = '*' } = headers;
    const path = request.url.split('?', 1)[0]!;
    const isFromWeb = this.isFromWeb(request);
    const routes = this.registry.routes.filter(
      ({ path: served, policy }) => served === path && (policy.crossOrigin === true || isFromWeb),
    );
    if (routes.length === 0) return false;
    void reply
      .status(204)
      .headers({
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-methods': [...new Set(routes.map((route) => route.method))].join(', '),
        'access-control-allow-headers': isFromWeb ? SENT_BY_WEB : SENT,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send();
    return true;
  }

  /** Whether a page of the operator sent the request. */
  private isFromWeb(request: WireRequest): boolean {
    const { origin } = request.headers;
    if (!this.isForWeb || origin === undefined || !isOfApi(request)) return false;
    if (this.host === 'sandbox' && origin === new URL(this.config.urls.business).origin) return true;
    const { WEB_ORIGINS } = this.config.env;
    if (WEB_ORIGINS.length > 0) return WEB_ORIGINS.includes(origin);
    return !this.config.isProduction && LOOPBACK.test(origin);
  }
}

const isOfApi = ({ url }: WireRequest) => url.startsWith('/api/');
