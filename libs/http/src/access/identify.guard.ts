import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { DomainError } from '@app/kernel';
import type { WireRequest } from '../wire/request';
import { type Caller } from './caller';
import { clientAddressOf } from './client-address';
import { HOST } from './host';
import { type Policy, policyOf } from './policy';
import { conflictingCredentials, keyInAuthorization } from './refusals';
import { ApiKeyCredential, SessionCredential } from './strategies';

const KEY_SHAPE = /^(Bearer\s+)?(sk|pk|ck)_/i;

/**
 * First gate: finds out who calls. A bad credential is remembered, not thrown, so that the request is counted
 * against the client's address before it is refused.
 */
@Injectable()
export class IdentifyGuard implements CanActivate {
  private readonly apiKey = new ApiKeyCredential();
  private readonly session = new SessionCredential();

  constructor(
    private readonly config: Config,
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
    return true;
  }

  private async identify(request: WireRequest, policy: Policy, context: ExecutionContext): Promise<Caller> {
    if (policy.credentials.length === 0) return { kind: 'anonymous' };
    const { authorization } = request.headers;
    const key = this.apiKeyOf(request);
    if (authorization && KEY_SHAPE.test(authorization)) throw keyInAuthorization();
    if (key && authorization) throw conflictingCredentials();
    if (key) return this.asked(this.apiKey, context);
    if (authorization) return this.asked(this.session, context);
    const sessionToken = request.headers['x-session-token'];
    if (typeof sessionToken === 'string' && policy.credentials.includes('checkout-session')) {
      return { kind: 'buyer', sessionToken };
    }
    return { kind: 'anonymous' };
  }

  /** `X-Checkout-Key` is another name for `X-API-Key` on the checkout and sandbox hosts. */
  private apiKeyOf({ headers }: WireRequest): string | undefined {
    const alias = this.host === 'checkout' || this.host === 'sandbox' ? headers['x-checkout-key'] : undefined;
    const key = headers['x-api-key'];
    if (alias !== undefined && key !== undefined && alias !== key) throw conflictingCredentials();
    headers['x-api-key'] = key ?? alias;
    return headers['x-api-key'] as string | undefined;
  }

  private async asked(
    credential: ApiKeyCredential | SessionCredential,
    context: ExecutionContext,
  ): Promise<Caller> {
    await credential.canActivate(context);
    return context.switchToHttp().getRequest<{ user: Caller }>().user;
  }
}
