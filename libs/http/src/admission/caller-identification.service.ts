import { isUtf8 } from 'node:buffer';
import { type ExecutionContext, Inject, Injectable, Optional } from '@nestjs/common';
import type { HostName } from '@app/config';
import { isUuid, notFound } from '@app/kernel';
import { normalCode } from '../validation/normal';
import { isRepeated } from '../wire/repeated-header';
import type { WireRequest } from '../wire/request';
import {
  basicAuthorization,
  conflictingCredentials,
  invalidToken,
  keyInAuthorization,
  memberWithoutSecondFactor,
  repeatedAuthorization,
} from '../access/access.errors';
import type { Caller, UserCaller } from '../access/caller';
import { HOST } from '../access/host';
import type { Credential } from '../access/policy';
import { OwnApps, VerifiedTokenCache } from '../access/ports';
import { ApiKeyCredential, SessionCredential } from '../access/strategies';

const BEARER = 'Bearer ';
const BASIC = /^Basic\b/i;
const KEY_SHAPE = /^(Bearer\s+)?(sk|pk|ck)_/i;
/** Headers with credentials that people paste. */
const CREDENTIALS = [
  'authorization',
  'x-api-key',
  'x-checkout-key',
  'x-session-token',
  'x-buyer-token',
] as const;
const PLAIN = /^[ -~]*$/;
const ANONYMOUS: Caller = { kind: 'anonymous' };

/** Authenticates the caller of a request. Throws where a credential is invalid. */
@Injectable()
export class CallerIdentificationService {
  private readonly apiKey = new ApiKeyCredential();
  private readonly session = new SessionCredential();

  constructor(
    private readonly tokens: VerifiedTokenCache,
    @Inject(HOST) private readonly host: HostName,
    @Optional() private readonly ownApps?: OwnApps,
  ) {}

  /** The caller that the headers name, for an action that takes these credentials. */
  async byHeaders(
    request: WireRequest,
    context: ExecutionContext,
    credentials: readonly Credential[] = request.policy.credentials,
  ): Promise<Caller> {
    const { headers } = request;
    if (credentials.length === 0) return ANONYMOUS;
    normalizeCredentials(headers);
    const { authorization } = headers;
    if (authorization !== undefined && isRepeated(request.raw, 'authorization'))
      throw repeatedAuthorization();
    const key = this.apiKeyOf(request);
    if (authorization && KEY_SHAPE.test(authorization)) throw keyInAuthorization();
    if (authorization && BASIC.test(authorization)) throw basicAuthorization();
    if (key && authorization) throw conflictingCredentials();
    if (key) return this.asked(this.apiKey, context);
    if (authorization)
      return this.ofThisHost(await this.signedIn(authorization, context), headers, credentials);
    const sessionToken = headers['x-session-token'];
    if (typeof sessionToken === 'string' && credentials.includes('checkout-session')) {
      return { kind: 'buyer', sessionToken };
    }
    return ANONYMOUS;
  }

  /** Whether the body may name the caller: pages that cannot set headers send their public key in it. */
  isNamedByBody({ policy, caller }: WireRequest): boolean {
    return caller.kind === 'anonymous' && policy.credentials.includes('public-key');
  }

  /** The caller that headers and body name together. */
  async byBody(request: WireRequest, context: ExecutionContext): Promise<Caller> {
    const { headers, body, policy, caller } = request;
    const key = policy.credentials.includes('public-key') ? normalCode(body.public_key) : undefined;
    if (typeof key !== 'string') return caller;
    if ((headers['x-api-key'] ?? key) !== key || headers.authorization) throw conflictingCredentials();
    if (headers['x-api-key'] === key) return caller;
    headers['x-api-key'] = key;
    return this.asked(this.apiKey, context);
  }

  /** On the checkout and sandbox hosts `X-Checkout-Key` is an alias of `X-API-Key`. */
  private apiKeyOf({ headers }: WireRequest): string | undefined {
    const alias = this.host === 'checkout' || this.host === 'sandbox' ? headers['x-checkout-key'] : undefined;
    if (alias === undefined) return headers['x-api-key'] as string | undefined;
    if ((headers['x-api-key'] ?? alias) !== alias) throw conflictingCredentials();
    headers['x-api-key'] = alias;
    return alias as string;
  }

  /** Passport verifies tokens that are not known yet. */
  private signedIn(authorization: string, context: ExecutionContext): Promise<Caller> {
    const known = authorization.startsWith(BEARER)
      ? this.tokens.callerOf(authorization.slice(BEARER.length))
      : null;
    return known ?? this.asked(this.session, context);
  }

  private async ofThisHost(
    caller: Caller,
    headers: WireRequest['headers'],
    credentials: readonly Credential[],
  ): Promise<Caller> {
    if (caller.kind !== 'user') return caller;
    if (caller.paysOnly !== undefined && this.host !== 'checkout') throw invalidToken();
    const isForApps = this.host === 'sandbox' && credentials.includes('secret-key');
    const appId = isForApps ? headers['x-app'] : undefined;
    return appId === undefined ? caller : this.asTestApp(caller, String(appId));
  }

  /** The person as one of the test apps of the account that the session acts for. */
  private async asTestApp(person: UserCaller, appId: string): Promise<Caller> {
    if (person.teamRole && !person.twoFactorEnabled) throw memberWithoutSecondFactor();
    const app = isUuid(appId) ? await this.ownApps?.testApp(person, appId.toLowerCase()) : null;
    if (!app) throw notFound('App');
    return app;
  }

  private async asked(
    credential: ApiKeyCredential | SessionCredential,
    context: ExecutionContext,
  ): Promise<Caller> {
    await credential.canActivate(context);
    return context.switchToHttp().getRequest<{ user: Caller }>().user;
  }
}

/** Brings pasted credentials into their normal form. Node gives each byte of a header as one character. */
function normalizeCredentials(headers: WireRequest['headers']): void {
  for (const name of CREDENTIALS) {
    const given = headers[name];
    if (typeof given !== 'string' || PLAIN.test(given)) continue;
    const bytes = Buffer.from(given, 'latin1');
    headers[name] = normalCode(isUtf8(bytes) ? bytes.toString() : given) as string;
  }
}
