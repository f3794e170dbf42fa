import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { DomainError } from '@app/kernel';
import type { WireRequest } from '../wire/request';
import { type Caller } from './caller';
import type { FastifyReply } from 'fastify';
import { clientAddressOf } from './client-address';
import { allowOrigin } from './cross-origin';
import { HOST } from './host';
import { type Policy, policyOf } from './policy';
import { VerifiedTokenCache } from './ports';
import { conflictingCredentials, invalidToken, keyInAuthorization } from './access.errors';
import { ApiKeyCredential, SessionCredential } from './strategies';

const BEARER = 'Bearer ';
const KEY_SHAPE = /^(Bearer\s+)?(sk|pk|ck)_/i;

/**
 * Authenticates the caller. The error for a bad credential is kept and thrown later, so that the request is counted
 * against the client's address first.
 */
@Injectable()
export class IdentifyGuard implements CanActivate {
  private readonly apiKey = new ApiKeyCredential();
  private readonly session = new SessionCredential();

  constructor(
    private readonly config: Config,
    private readonly tokens: VerifiedTokenCache,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WireRequest>();
    request.policy = policyOf(context.getHandler())!;
    request.clientAddress = clientAddressOf(request.raw, this.config.env.TRUSTED_PROXIES);
    request.caller = { kind: 'anonymous' };
    try {
      request.caller = await this.identify(request, request.policy, context);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      request.refusal = error;
    }
    if (request.policy.crossOrigin) allowOrigin(request, context.switchToHttp().getResponse<FastifyReply>());
    return true;
  }

  private async identify(request: WireRequest, policy: Policy, context: ExecutionContext): Promise<Caller> {
    if (policy.credentials.length === 0) return { kind: 'anonymous' };
    const { authorization } = request.headers;
    const key = this.apiKeyOf(request, policy);
    if (authorization && KEY_SHAPE.test(authorization)) throw keyInAuthorization();
    if (key && authorization) throw conflictingCredentials();
    if (key) return this.asked(this.apiKey, context);
    if (authorization) return this.ofThisHost(await this.signedIn(authorization, context));
    const sessionToken = request.headers['x-session-token'];
    if (typeof sessionToken === 'string' && policy.credentials.includes('checkout-session')) {
      return { kind: 'buyer', sessionToken };
    }
    return { kind: 'anonymous' };
  }

  /** On the checkout and sandbox hosts `X-Checkout-Key` is an alias of `X-API-Key`. */
  private apiKeyOf({ headers, body }: WireRequest, { credentials }: Policy): string | undefined {
    const alias = this.host === 'checkout' || this.host === 'sandbox' ? headers['x-checkout-key'] : undefined;
    // Pages that cannot set headers send their public key in the body.
    const inBody = credentials.includes('public-key') ? body?.public_key : undefined;
    const named = typeof inBody === 'string' ? inBody : undefined;
    const keys = new Set([headers['x-api-key'], alias, named].filter((key) => key !== undefined));
    if (keys.size > 1) throw conflictingCredentials();
    headers['x-api-key'] = [...keys][0];
    return headers['x-api-key'] as string | undefined;
  }

  /** Passport verifies tokens that are not known yet. */
  private signedIn(authorization: string, context: ExecutionContext): Promise<Caller> {
    const known = authorization.startsWith(BEARER)
      ? this.tokens.callerOf(authorization.slice(BEARER.length))
      : null;
    return known ?? this.asked(this.session, context);
  }

  private ofThisHost(caller: Caller): Caller {
    if (caller.kind === 'user' && caller.onlyOn && caller.onlyOn !== this.host) throw invalidToken();
    return caller;
  }

  private async asked(
    credential: ApiKeyCredential | SessionCredential,
    context: ExecutionContext,
  ): Promise<Caller> {
    await credential.canActivate(context);
    return context.switchToHttp().getRequest<{ user: Caller }>().user;
  }
}
