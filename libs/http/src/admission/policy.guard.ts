import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Config, type HostName } from '@app/config';
import { Clock, DomainError } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { normalDigits } from '../validation/normal';
import { RequestContextFactory } from './request-context';
import { checkDryRun, DRY_RUN_HEADER } from '../wire/dry-run';
import type { WireRequest } from '../wire/request';
import type { AppCaller, Caller, PublicKeyCaller, UserCaller } from '../access/caller';
import { isAllowedOrigin } from '../access/allowed-origins';
import { HOST, modeOf } from '../access/host';
import { keyRefusedOn } from '../access/host-rules';
import { inRanges } from '../addresses/ip-ranges';
import type { Policy } from '../access/policy';
import { PinVerifier } from '../access/ports';
import { assertRecentProof } from '../access/recent-proof';
import { grants } from '../access/scopes';
import {
  accountTypeForbidden,
  emailNotProved,
  invalidToken,
  ipNotAllowed,
  kybRevoked,
  missingCredentials,
  originNotAllowed,
  publicKeyRequired,
  scopeMissing,
  secretKeyRequired,
  sessionRequired,
  staffOnly,
} from '../access/access.errors';

/** Authorizes the caller by the route's policy; with the body, verifies the PIN and reads idempotency key and dry run. */
@Injectable()
export class PolicyGuard implements CanActivate {
  constructor(
    @Inject(HOST) private readonly host: HostName,
    private readonly config: Config,
    private readonly pins: PinVerifier,
    private readonly contexts: RequestContextFactory,
    private readonly clock: Clock,
  ) {}

  /** Throws where the route's policy does not allow the caller. */
  authorize(request: WireRequest): void {
    const { caller, policy } = request;
    if (policy.credentials.length === 0) return;
    const fault = this.faultOf(caller, policy, request);
    if (fault) throw fault;
    if (policy.proof && caller.kind === 'user') assertRecentProof(caller, this.clock.now());
    const unproved = this.emailFault(caller, policy);
    if (unproved) throw unproved;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WireRequest>();
    const { caller, policy } = request;
    if (policy.pin && caller.kind === 'user') await this.checkPin(caller, policy, request.body?.pin);
    if (request.url.startsWith('/api/')) {
      request.requestContext = this.contexts.create(request);
      if (request.requestContext.dryRun) {
        void context.switchToHttp().getResponse<FastifyReply>().header(DRY_RUN_HEADER, 'true');
      }
    } else {
      checkDryRun(request);
    }
    return true;
  }

  private faultOf(caller: Caller, policy: Policy, request: WireRequest): DomainError | null {
    switch (caller.kind) {
      case 'anonymous':
        return missingCredentials();
      case 'buyer':
        return null;
      case 'user':
        return this.userFault(caller, policy);
      case 'app':
      case 'public-key':
        return keyRefusedOn(this.host, caller.mode, request.method) ?? this.keyFault(caller, policy, request);
    }
  }

  private userFault(
    caller: UserCaller,
    { credentials, roles = [], accountType, paysSession }: Policy,
  ): DomainError | null {
    if (caller.paysOnly !== undefined && !paysSession) return invalidToken();
    if (credentials.includes('session'))
      return accountType && caller.accountType !== accountType ? accountTypeForbidden(accountType) : null;
    if (!credentials.includes('staff')) return missingCredentials();
    const allowed =
      caller.staffRole === 'admin' || (caller.staffRole !== null && roles.includes(caller.staffRole));
    return allowed && caller.twoFactorEnabled ? null : staffOnly();
  }

  private keyFault(
    caller: AppCaller | PublicKeyCaller,
    policy: Policy,
    request: WireRequest,
  ): DomainError | null {
    const { credentials, scope } = policy;
    if (caller.readsOnly && request.method !== 'GET' && request.method !== 'HEAD') return kybRevoked();
    if (caller.kind === 'public-key') {
      if (credentials.includes('public-key')) {
        const { origin } = request.headers;
        return isAllowedOrigin(caller, origin, this.config) ? null : originNotAllowed(origin);
      }
      return credentials.includes('secret-key') ? secretKeyRequired() : sessionRequired();
    }
    if (caller.allowedIps.length > 0 && !inRanges(request.clientAddress, caller.allowedIps))
      return ipNotAllowed();
    if (!credentials.includes('secret-key')) {
      return credentials.includes('public-key') ? publicKeyRequired() : sessionRequired();
    }
    return scope && !grants(caller.scopes, scope) ? scopeMissing(scope) : null;
  }

  /** Test mode moves no money. An address that is proved stays so, which is why no command checks it again. */
  private emailFault(caller: Caller, { sendsMoney, provedFor }: Policy): DomainError | null {
    const action = sendsMoney && modeOf(this.host) !== 'test' ? 'send money' : provedFor;
    const isUnproved = (caller.kind === 'user' || caller.kind === 'app') && !caller.emailVerified;
    return action && isUnproved ? emailNotProved(action) : null;
  }

  private async checkPin(caller: UserCaller, policy: Policy, pin: unknown): Promise<void> {
    try {
      await this.pins.verify(caller, normalDigits(pin));
    } catch (error) {
      const wrong = error instanceof DomainError && error.code === 'INVALID_PIN';
      throw wrong && policy.wrongPinStatus === 401
        ? new DomainError('unauthenticated', error.code, error.message)
        : error;
    }
  }
}
